// Instants and slots. Core never asks what time it is: time arrives as an argument (port/clock.hpp).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace hz {

using Millis = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;
/// A moment on the wall clock, UTC, in milliseconds.
using Instant = std::chrono::sys_time<Millis>;
/// A moment at which a schedule is due, UTC. Whole seconds, no leap seconds.
using Slot = std::chrono::sys_seconds;

/// RFC 3339 in UTC: "2026-11-30T09:02:10.118Z". Years 0000 to 9999.
[[nodiscard]] std::string to_text(Instant instant);
/// RFC 3339 in UTC without a fraction: "2026-11-30T09:00:00Z".
[[nodiscard]] std::string to_text(Slot slot);

/// Exactly the form that to_text(Instant) writes; anything else is nothing.
[[nodiscard]] std::optional<Instant> parse_instant(std::string_view text);
/// Exactly the form that to_text(Slot) writes; anything else is nothing.
[[nodiscard]] std::optional<Slot> parse_slot(std::string_view text);
/// What a person may type: RFC 3339 with any offset, seconds and fraction optional ("2026-11-30T08:00Z"), or a bare
/// date (midnight UTC).
[[nodiscard]] std::optional<Instant> parse_time_of_person(std::string_view text);

/// Longer ones are refused where a person writes them, so that adding one to an Instant never overflows.
inline constexpr Millis longest_duration = std::chrono::days{36525};

/// "90s", "10m", "2h", "7d", "500ms": a positive whole number without leading zeros, and a unit; at most a hundred
/// years.
[[nodiscard]] std::optional<Millis> parse_duration(std::string_view text);
/// The shortest of those forms that is exact: 600 s → "10m".
[[nodiscard]] std::string to_text(Millis duration);

}  // namespace hz
