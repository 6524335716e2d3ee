// Which events an event's data names: its causes (L10). An id stands as a string of 64 hex digits, wherever the
// data holds it; digests of other things look the same and name no event.
#pragma once

#include <vector>

#include "core/base/json.hpp"
#include "core/event/stream.hpp"

namespace hz {

/// Every string of 64 lower-case hex digits in `data`, in the order in which they stand, as often as they do.
[[nodiscard]] std::vector<EventId> mentions(const Json& data);
[[nodiscard]] bool names_event(const Json& data, const EventId& id);

}  // namespace hz
