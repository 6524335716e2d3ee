// Which slots are due (D7), as pure functions over a job's schedule history. `due` and `slots` share it, so that what a
// tick does and what `hz system daemon slots` says can never differ.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/job/catch_up.hpp"
#include "core/job/cron.hpp"
#include "core/port/zones.hpp"

namespace hz {

/// From `from` on (exclusive), until the next entry, the job had this schedule.
struct ScheduleSpan {
  Instant from{};
  std::optional<Cron> cron;  ///< nothing: no schedule (manual only), or retired
  std::shared_ptr<const Zone> zone;
  CatchUp catch_up = CatchUp::latest;
  Millis interval{std::chrono::minutes{5}};
  bool compiles = true;  ///< false: the last good schedule goes on, its slots are missed (does not compile)
};
using ScheduleHistory = std::vector<ScheduleSpan>;  ///< ascending by `from`

/// All slots of a history in (from, to], with the span that each belongs to.
struct HistorySlot {
  Slot slot{};
  const ScheduleSpan* span = nullptr;
};
[[nodiscard]] std::vector<HistorySlot> slots_of(const ScheduleHistory& history, Instant from, Instant to,
                                                std::size_t limit = SIZE_MAX);

/// A stretch of time in which the job was paused: (from, to]; `to` nothing: still.
struct PauseSpan {
  Instant from{};
  std::optional<Instant> to;
  std::string by;
};

struct DueQuestion {
  std::optional<Slot> newest_known;       ///< the newest slot that has a receipt, a lease or a skip
  std::optional<Instant> previous_tick;   ///< of this machine
  Instant now{};
  std::vector<PauseSpan> pauses;
};

struct Due {
  std::vector<Slot> run;               ///< to be run (or skipped by memo), oldest first
  std::vector<Slot> skipped;           ///< catch_up: skip, older than an interval: recorded as skipped ("missed its interval")
  std::uint64_t superseded = 0;        ///< missed slots that catch_up latest leaves behind
  std::uint64_t count = 0;             ///< all due slots in (start, now]
  std::optional<std::string> clock_went_back;  ///< for the log: the last receipt lies more than an interval ahead
};

inline constexpr std::size_t catch_up_all_max = 100;

/// D7. Slots lie in (start, now]; start = the newest known slot; for a job without one the history's first `from` (which
/// is the later of the previous tick and one interval ago); after a clock that went back, one interval ago. Slots in a
/// pause are missed and never due; slots of a span that does not compile neither.
[[nodiscard]] Due due_slots(const ScheduleHistory& history, const DueQuestion& question);

}  // namespace hz
