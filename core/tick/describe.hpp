// One event in a line, for progress, logs and audit: in words, from what it says.
#pragma once

#include <string>

#include "core/event/event.hpp"

namespace hz {

/// "rendered 2026-11-30T09:00:00Z: 2 new", "token 4: process gone", "now 30 * * * *". Empty for a type that is not
/// known.
[[nodiscard]] std::string describe(const Sealed& event);
/// "b0a4629ede0b  receipt           job/contract:digest  rendered …"
[[nodiscard]] std::string event_line(const Sealed& event);

}  // namespace hz
