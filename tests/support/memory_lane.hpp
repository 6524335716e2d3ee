// A lane and bodies in memory, for tests: the plainest thing that keeps the promises of core/port/lane.hpp, so that
// cleverer ones can be compared with it. Every answer is a loop over all events.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/port/lane.hpp"

namespace hz::test {

/// What lies in the lane; any number of MemoryLane may share it, in threads too.
struct MemoryLedger {
  struct Entry {
    std::string commit;
    Instant at{};
    std::vector<Placed> events;
  };
  std::mutex guard;
  std::vector<Entry> commits;
  std::map<std::string, std::string> bodies;  ///< by "<yyyy-mm>/<sha256>"
};

class MemoryLane : public Lane {
 public:
  explicit MemoryLane(std::shared_ptr<MemoryLedger> ledger = std::make_shared<MemoryLedger>(),
                      std::string ref = "refs/heads/hz/log/memory/1")
      : ledger_(std::move(ledger)), ref_(std::move(ref)) {}

  [[nodiscard]] const std::string& ref() const override { return ref_; }
  [[nodiscard]] Result<std::shared_ptr<const View>> at_tip() override;
  [[nodiscard]] Result<std::shared_ptr<const View>> as_of(const Moment& moment) override;
  [[nodiscard]] Result<Tip> append(const Tip& expected, const Commit& commit) override;

  [[nodiscard]] std::optional<std::string> glance() override;

  [[nodiscard]] MemoryLedger& ledger() { return *ledger_; }

 private:
  std::shared_ptr<MemoryLedger> ledger_;
  std::string ref_;
};

class MemoryBodies : public Bodies {
 public:
  explicit MemoryBodies(std::shared_ptr<MemoryLedger> ledger = std::make_shared<MemoryLedger>())
      : ledger_(std::move(ledger)) {}

  [[nodiscard]] Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) override;
  [[nodiscard]] Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const override;

 private:
  std::shared_ptr<MemoryLedger> ledger_;
};

/// A view of some events, and nothing but loops.
class NaiveView : public View {
 public:
  NaiveView(Tip tip, std::vector<Placed> events) : tip_(std::move(tip)), events_(std::move(events)) {}

  [[nodiscard]] const Tip& tip() const override { return tip_; }
  [[nodiscard]] Instant newest_at() const override;
  [[nodiscard]] std::vector<StreamName> streams() const override;
  [[nodiscard]] Head head(const StreamName& stream) const override;
  [[nodiscard]] Result<void> replay(const StreamName& stream, std::uint64_t after_seq,
                                    const Visit& visit) const override;
  [[nodiscard]] std::optional<Placed> newest_with_key(const StreamName& stream, const std::string& type,
                                                      const std::string& key) const override;
  [[nodiscard]] Result<Placed> find(std::string_view id_prefix) const override;
  void for_each(const Visit& visit) const override;
  [[nodiscard]] const std::vector<Damage>& damages() const override { return damages_; }

 private:
  Tip tip_;
  std::vector<Placed> events_;
  std::vector<Damage> damages_;
};

}  // namespace hz::test
