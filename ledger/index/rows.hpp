// How lanes and events are written in the index's rows, for the .cpp files of this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/event/event.hpp"
#include "ledger/index/sqlite.hpp"
#include "ledger/lane/layout.hpp"

namespace hz::index {

/// A lane as the index knows it. One that is read anew gets a new row, so that an answer which was begun on the old
/// rows notices.
using LaneRow = std::int64_t;

/// Events of all lanes in one table, each lane's in their order: the lane's row, then the event's number.
[[nodiscard]] inline std::int64_t place_of(LaneRow lane, std::uint64_t number) {
  return lane * static_cast<std::int64_t>(lane_events_max) + static_cast<std::int64_t>(number);
}
[[nodiscard]] inline std::uint64_t number_of(std::int64_t place) {
  return static_cast<std::uint64_t>(place) % lane_events_max;
}

/// Ids lie there as their bytes, which to_hex() reads. `hex` has an even number of lower-case digits.
[[nodiscard]] std::string to_bytes(std::string_view hex);
/// The first eight bytes of an id, by which mentions are found.
[[nodiscard]] std::int64_t short_of(const EventId& id);

}  // namespace hz::index
