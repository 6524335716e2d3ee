// Where an event lies in a lane's tree (docs/formats/lane.md): never more than 256 names in a folder, so that an
// append costs the same at a thousand and at a million events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/sha256.hpp"
#include "core/event/stream.hpp"

namespace hz {

/// Three bytes of running number. A lane that reaches it must be continued in a new segment.
inline constexpr std::uint64_t lane_events_max = 1U << 24U;

/// "events/00/00/00-1b02e5733d54a439.json"; `number` < lane_events_max.
[[nodiscard]] std::string event_file(std::uint64_t number, const EventId& id);
/// The same, of an id as bytes.
[[nodiscard]] std::string event_file_of(std::uint64_t number, const Digest& id);

}  // namespace hz
