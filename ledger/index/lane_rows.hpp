// The row of a lane and the moments of its past.
#pragma once

#include <optional>
#include <string>

#include "core/port/lane.hpp"
#include "ledger/index/rows.hpp"
#include "ledger/lane/lane_store.hpp"

namespace hz::index {

struct KnownLane {
  LaneRow row = 0;
  LaneEnd end;
};

/// Nothing if the index has not read the lane yet.
[[nodiscard]] std::optional<KnownLane> find_lane(sqlite::Database& database, const std::string& ref);
/// Where the lane ended at that moment. Usage error when nothing is that old, or the commit or event is not there.
[[nodiscard]] Result<LaneEnd> end_as_of(sqlite::Database& database, const KnownLane& lane, const Moment& moment);
/// The commit that added the event of that number.
[[nodiscard]] std::string commit_of(sqlite::Database& database, LaneRow lane, std::uint64_t number);

/// The bounds between which all ids with these first digits lie; no id lies between them if there are too many.
struct IdRange {
  std::string first, last;
};
/// `bytes`: of a whole id: 20 of a commit's, 32 of an event's.
[[nodiscard]] IdRange range_of(std::string_view prefix, std::size_t bytes);

}  // namespace hz::index
