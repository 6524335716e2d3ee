// A View of a lane that was read into memory.
#pragma once

#include <memory>

#include "ledger/lane/lane_log.hpp"

namespace hz {

/// Everything of `log` up to one of its commits. The log may grow meanwhile; the view does not.
class MemoryView final : public View {
 public:
  /// `commits`: how many of the log's commits are seen.
  MemoryView(std::shared_ptr<const LaneLog> log, std::size_t commits);

  [[nodiscard]] const Tip& tip() const override { return tip_; }
  [[nodiscard]] Instant newest_at() const override { return newest_at_; }
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
  std::shared_ptr<const LaneLog> log_;
  Tip tip_;
  Instant newest_at_{};
  std::vector<Damage> damages_;
};

/// The damage as the error that a reader of its stream gets.
[[nodiscard]] Error to_error(const Damage& damage);
/// The error for an event that comes after a damage of its stream.
[[nodiscard]] Error after_damage(std::string_view id_prefix);

}  // namespace hz
