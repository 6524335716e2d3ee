// A commit's message in a lane (docs/formats/lane.md): what happened, in words for people, and a trailer for each
// event,
//
//     contract:digest begins 2026-11-30 10:00 (token 1)
//
//     Event: 0 contract/digest 1 1b02e5733d54a4399302f0ed6c0d1d0cbbf461c96bbcc2a917847377248f5350
//
// that git interpret-trailers reads. Nothing in a subject or in a stream's name can forge a trailer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/event/stream.hpp"

namespace hz {

inline constexpr std::size_t subject_characters_max = 72;

/// What a commit says of one of its events.
struct EventTrailer {
  std::uint64_t number = 0;  ///< the lane's running number
  StreamName stream;
  std::uint64_t seq = 0;
  EventId id;
  bool operator==(const EventTrailer&) const = default;
};

struct LaneMessage {
  std::string subject;
  std::vector<EventTrailer> events;
};

/// One line, everything invisible shown, at most 72 characters.
[[nodiscard]] std::string to_subject(std::string_view text);
/// `subject` goes through to_subject(); an empty one becomes "(no words)".
[[nodiscard]] std::string write_message(std::string_view subject, std::span<const EventTrailer> events);
/// Strict: a subject, an empty line, then nothing but trailers; those of other keys are passed over. Error:
/// damaged, and `why` names the line.
[[nodiscard]] Result<LaneMessage> parse_message(std::string_view text);

/// Percent-encoded: every byte but printable ASCII, and space and '%', as %XX. One form for each name.
[[nodiscard]] std::string escape_stream(const StreamName& stream);
/// Nothing if the text is not what escape_stream() writes.
[[nodiscard]] std::optional<StreamName> unescape_stream(std::string_view text);

}  // namespace hz
