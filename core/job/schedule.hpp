// Which slots are due (D7), as pure functions over a job's schedule history. `due` and `slots` share it, so that
// what a tick does and what `hz system daemon slots` says can never differ.
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
  std::optional<Cron> cron;          ///< nothing: no schedule (manual only), or retired
  std::shared_ptr<const Zone> zone;  ///< of `cron`; never null when that is there
  CatchUp catch_up = CatchUp::latest;
  Millis interval{std::chrono::minutes{5}};
  bool compiles = true;  ///< false: `cron` is the last good schedule, its slots are missed (does not compile)
};

/// In the order appended. An entry rules from its `from` until the `from` of any later entry; that this ascends too
/// is the rule, but a clock that went back may break it, and then the later entry rules, so that no slot has two.
using ScheduleHistory = std::vector<ScheduleSpan>;

/// Where the schedule of a new or changed contract starts: the later of the previous tick and one interval ago. A
/// previous tick in the future (the clock went back) does not count.
[[nodiscard]] Instant schedule_start(std::optional<Instant> previous_tick, Instant now, Millis interval);

/// When the schedule was last taken away: the `from` of the newest entry without one. No slot up to there is due
/// any more; one that nothing tells of was missed for that reason.
[[nodiscard]] std::optional<Instant> schedule_taken_away(const ScheduleHistory& history);

/// A slot with the span that it belongs to, which lives in the history asked.
struct HistorySlot {
  Slot slot{};
  const ScheduleSpan* span = nullptr;
};
/// All slots of a history in (from, to], ascending, the `limit` oldest; those in pauses and of spans that do not
/// compile are among them.
[[nodiscard]] std::vector<HistorySlot> slots_of(const ScheduleHistory& history, Instant from, Instant to,
                                                std::size_t limit = SIZE_MAX);

/// A stretch of time in which the job was paused: (from, to]; `to` nothing: still. Pauses may overlap and come in
/// any order.
struct PauseSpan {
  Instant from{};
  std::optional<Instant> to;
  std::string by;
};
/// The pause that a slot falls into, if any.
[[nodiscard]] const PauseSpan* pause_at(const std::vector<PauseSpan>& pauses, Slot slot);

struct DueQuestion {
  std::optional<Slot> newest_known;  ///< the newest slot that has a receipt, a lease or a skip
  Instant now{};
  std::vector<PauseSpan> pauses;
};

/// Slots left out, as they are recorded: all due slots from `from` to `to`, both included.
struct SlotRange {
  Slot from{}, to{};
  std::uint64_t count = 0;
  bool operator==(const SlotRange&) const = default;
};

struct Due {
  std::vector<Slot> run;             ///< to be run (or skipped by memo), oldest first
  std::optional<SlotRange> skipped;  ///< catch_up skip: those older than an interval ("missed its interval")
  std::uint64_t superseded = 0;      ///< catch_up latest: those that it leaves behind
  std::uint64_t count = 0;           ///< all due slots in (start, now]; with catch_up all, those beyond `run` wait
  std::optional<std::string> clock_went_back;  ///< for the log
};

inline constexpr std::size_t catch_up_all_max = 100;

/// D7. Due slots lie in (start, now]; start = the newest known slot; for a job without one the history's first
/// `from`. The newest entry's catch_up and interval rule. Slots in a pause or of a span that does not compile are
/// never due.
///
/// A newest known slot or newest entry more than an interval ahead of now means that the clock went back: the
/// newest entry then rules (now - interval, now] and nothing older counts.
///
/// latest: the newest. all: the oldest `catch_up_all_max`. skip: all in (now - interval, now].
/// O(days from start to now + slots answered), however many slots were missed.
[[nodiscard]] Due due_slots(const ScheduleHistory& history, const DueQuestion& question);

}  // namespace hz
