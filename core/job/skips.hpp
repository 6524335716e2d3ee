// Slots that were looked at and left out before any lease (decisions: Skips). They are no events of their own: a
// range waits in state/skips/<job>.json and rides as `skipped` in the job stream's next event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/time.hpp"
#include "core/event/stream.hpp"

namespace hz {

struct SkipRange {
  Slot from{}, to{};               ///< first and last slot of it, both included
  std::uint64_t count = 0;         ///< slots in it
  std::string why;                 ///< "unchanged", "already rendered" (failed, skipped), "older than an interval"
  std::optional<EventId> against;  ///< the receipt that it was compared with
  bool operator==(const SkipRange&) const = default;

  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static std::optional<SkipRange> from_json(const Json& value);
};
using SkipRanges = std::vector<SkipRange>;

[[nodiscard]] Json to_json(const SkipRanges& ranges);
[[nodiscard]] std::optional<SkipRanges> ranges_from_json(const Json& value);

/// Adds one slot, growing the last range when it has the same reason and receipt.
void add_skip(SkipRanges& ranges, Slot slot, const std::string& why, const std::optional<EventId>& against);

/// The file of one job: {"job":…,"ranges":[…],"v":1}. Nothing if the bytes are not that: the file is a note that
/// can be lost, at the price of evaluating its slots once more.
[[nodiscard]] std::string skips_file(const JobName& job, const SkipRanges& ranges);
[[nodiscard]] std::optional<SkipRanges> parse_skips_file(std::string_view bytes);
/// Drops what the ledger already tells: ranges that end at or before its newest slot.
[[nodiscard]] SkipRanges still_pending(SkipRanges ranges, const std::optional<Slot>& newest_in_ledger);

}  // namespace hz
