// A lane in a git repository of this machine: the swap is local, under the repository's writer lock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/port/lane.hpp"
#include "ledger/lane/lane_store.hpp"
#include "ledger/lane/ledger_folder.hpp"
#include "ledger/lane/memory_store.hpp"

namespace hz {

/// Not for two threads at once. What it has read is kept in its store; a moved ref costs what is new. A store that
/// cannot be used is done without: the lane is read whole then, and `warn` hears of it.
class GitLane final : public Lane {
 public:
  /// Told, in whole sentences, what makes answers slower and nothing else.
  using Warn = std::function<void(const std::string&)>;

  /// `ref`: "refs/heads/hz/log/<machine>/1"
  GitLane(
      std::shared_ptr<LedgerFolder> folder, std::string ref,
      std::unique_ptr<LaneStore> store = std::make_unique<MemoryStore>(), Warn warn = [](const std::string&) {})
      : folder_(std::move(folder)), ref_(std::move(ref)), store_(std::move(store)), warn_(std::move(warn)) {}

  [[nodiscard]] const std::string& ref() const override { return ref_; }
  [[nodiscard]] Result<std::shared_ptr<const View>> at_tip() override;
  [[nodiscard]] Result<std::shared_ptr<const View>> as_of(const Moment& moment) override;
  [[nodiscard]] Result<Tip> append(const Tip& expected, const Commit& commit) override;
  [[nodiscard]] std::optional<std::string> glance() override;
  [[nodiscard]] std::vector<std::string> remarks() const override { return remarks_; }

 private:
  /// Brings the store to what the ref names now, and answers where that is. The git repository is opened only if
  /// the ref moved.
  [[nodiscard]] Result<LaneEnd> refresh();
  [[nodiscard]] Result<LaneEnd> read_until(const git::Oid& tip);
  /// What the store answers about the lane as it is now; of an empty lane without asking it. One that fails by
  /// itself is done without, and asked again.
  template <class Ask>
  [[nodiscard]] Result<std::shared_ptr<const View>> ask(Ask question);
  void do_without_store(const Error& error);
  void pass_on_warnings();

  std::shared_ptr<LedgerFolder> folder_;
  std::string ref_;
  std::unique_ptr<LaneStore> store_;
  Warn warn_;
  std::size_t warned_ = 0;  ///< remarks of the store that were passed on
  std::vector<std::string> remarks_;
};

/// The lane up to one of its commits, read whole and kept nowhere: what an index that fails in the middle of an
/// answer is replaced with.
[[nodiscard]] Result<std::shared_ptr<const View>> read_plainly(LedgerFolder& folder, const std::string& ref,
                                                               const Tip& tip);

}  // namespace hz
