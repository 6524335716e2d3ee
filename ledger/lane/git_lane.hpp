// A lane in a git repository of this machine: the swap is local, under the repository's writer lock.
#pragma once

#include <memory>
#include <string>

#include "ledger/lane/lane_reading.hpp"
#include "ledger/lane/ledger_folder.hpp"

namespace hz {

/// Not for two threads at once. What it has read stays in memory; a moved ref costs what is new.
class GitLane final : public Lane {
 public:
  /// `ref`: "refs/heads/hz/log/<machine>/1"
  GitLane(std::shared_ptr<LedgerFolder> folder, std::string ref)
      : folder_(std::move(folder)), ref_(std::move(ref)) {}

  [[nodiscard]] const std::string& ref() const override { return ref_; }
  [[nodiscard]] Result<std::shared_ptr<const View>> at_tip() override;
  [[nodiscard]] Result<std::shared_ptr<const View>> as_of(const Moment& moment) override;
  [[nodiscard]] Result<Tip> append(const Tip& expected, const Commit& commit) override;

 private:
  /// Reads what the ref names now.
  [[nodiscard]] Result<void> refresh();
  [[nodiscard]] std::shared_ptr<const View> view(std::size_t commits) const;

  std::shared_ptr<LedgerFolder> folder_;
  std::string ref_;
  ReadLane lane_;
};

}  // namespace hz
