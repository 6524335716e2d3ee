// The few sentences that commits, reports and answers share, so that a thing is called the same everywhere.
#pragma once

#include <map>
#include <string>

#include "core/base/time.hpp"
#include "core/job/receipt.hpp"
#include "core/port/zones.hpp"

namespace hz {

/// "2026-11-30 10:00" in the zone.
[[nodiscard]] std::string local_text(const Zone& zone, Slot slot);
/// "10:00" in the zone.
[[nodiscard]] std::string local_clock(const Zone& zone, Slot slot);
/// "2 new, 1 gone"; "nothing new"; "" for a job without inputs.
[[nodiscard]] std::string news_text(const std::map<std::string, InputSeen>& inputs);

}  // namespace hz
