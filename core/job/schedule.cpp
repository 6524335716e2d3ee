#include "core/job/schedule.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hz {
namespace {

/// A stretch (from, to] of time ruled by one span with a schedule.
struct Stretch {
  Instant from, to;
  const ScheduleSpan* span = nullptr;

  [[nodiscard]] std::vector<Slot> oldest(std::size_t limit) const {
    return span->cron->slots(*span->zone, from, to, limit);
  }
  [[nodiscard]] std::optional<Slot> newest() const { return span->cron->newest(*span->zone, from, to); }
  [[nodiscard]] std::uint64_t count() const { return span->cron->count(*span->zone, from, to); }
};

/// Which span rules when in (from, to], ascending; times without a schedule are left out.
std::vector<Stretch> stretches_of(const ScheduleHistory& history, Instant from, Instant to) {
  std::vector<Stretch> stretches;
  Instant end = to;
  for (auto span = history.rbegin(); span != history.rend(); ++span) {
    const Instant begin = std::max(from, span->from);
    if (begin < end && span->cron) stretches.push_back({begin, end, &*span});
    end = std::min(end, span->from);  // a later entry rules from its own `from` on, whatever an earlier one says
  }
  std::reverse(stretches.begin(), stretches.end());
  return stretches;
}

/// Where due slots can begin at all.
Instant start_of(const ScheduleHistory& history, const DueQuestion& question) {
  const Instant start = question.newest_known ? Instant{*question.newest_known} : history.front().from;
  return std::max(start, schedule_taken_away(history).value_or(start));
}

/// What is left of the stretches when the pauses are taken out.
std::vector<Stretch> without(std::vector<Stretch> stretches, const std::vector<PauseSpan>& pauses) {
  for (const PauseSpan& pause : pauses) {
    const Instant pause_end = pause.to.value_or(Instant::max());
    std::vector<Stretch> left;
    for (const Stretch& stretch : stretches) {
      if (pause_end <= pause.from || pause_end <= stretch.from || pause.from >= stretch.to) {
        left.push_back(stretch);
        continue;
      }
      if (stretch.from < pause.from) left.push_back({stretch.from, pause.from, stretch.span});
      if (pause_end < stretch.to) left.push_back({pause_end, stretch.to, stretch.span});
    }
    stretches = std::move(left);
  }
  return stretches;
}

std::uint64_t count(const std::vector<Stretch>& stretches) {
  std::uint64_t sum = 0;
  for (const Stretch& stretch : stretches) sum += stretch.count();
  return sum;
}

std::optional<Slot> newest(const std::vector<Stretch>& stretches) {
  for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
    if (const auto slot = stretch->newest()) return slot;
  }
  return std::nullopt;
}

std::vector<Slot> oldest(const std::vector<Stretch>& stretches, std::size_t limit) {
  std::vector<Slot> slots;
  for (const Stretch& stretch : stretches) {
    const auto more = stretch.oldest(limit - slots.size());
    slots.insert(slots.end(), more.begin(), more.end());
  }
  return slots;
}

/// The parts of the stretches within (from, to].
std::vector<Stretch> within(const std::vector<Stretch>& stretches, Instant from, Instant to) {
  std::vector<Stretch> parts;
  for (const Stretch& stretch : stretches) {
    const Stretch part{std::max(stretch.from, from), std::min(stretch.to, to), stretch.span};
    if (part.from < part.to) parts.push_back(part);
  }
  return parts;
}

std::optional<SlotRange> range_of(const std::vector<Stretch>& stretches) {
  const auto first = oldest(stretches, 1);
  if (first.empty()) return std::nullopt;
  return SlotRange{first.front(), newest(stretches).value_or(first.front()), count(stretches)};
}

std::string went_back(std::string_view thing, const std::string& when, const ScheduleSpan& rule, Instant now) {
  return fmt::format("clock went back: {} {} lies more than {} after now, {}; the job starts again from {} ago",
                     thing, when, to_text(rule.interval), to_text(now), to_text(rule.interval));
}

/// What a clock that went back left behind it, if it did.
std::optional<std::string> ahead_of(const ScheduleSpan& rule, const DueQuestion& question) {
  const Instant latest = question.now + rule.interval;
  if (question.newest_known && *question.newest_known > latest) {
    return went_back("the newest known slot", to_text(*question.newest_known), rule, question.now);
  }
  if (rule.from > latest) return went_back("the start of the schedule", to_text(rule.from), rule, question.now);
  return std::nullopt;
}

/// The slots that catch_up chooses of the due ones.
void choose(const std::vector<Stretch>& due, const ScheduleSpan& rule, Instant now, Due& answer) {
  switch (rule.catch_up) {
    case CatchUp::latest:
      if (const auto slot = newest(due)) {
        answer.run = {*slot};
        answer.superseded = answer.count - 1;
      }
      return;
    case CatchUp::all:
      answer.run = oldest(due, catch_up_all_max);
      return;
    case CatchUp::skip: {
      const Instant deadline = now - rule.interval;
      answer.run = oldest(within(due, deadline, now), SIZE_MAX);
      answer.skipped = range_of(within(due, Instant::min(), deadline));
      return;
    }
  }
}

}  // namespace

Instant schedule_start(std::optional<Instant> previous_tick, Instant now, Millis interval) {
  const Instant earliest = now - interval;
  return previous_tick && *previous_tick <= now ? std::max(*previous_tick, earliest) : earliest;
}

std::optional<Instant> schedule_taken_away(const ScheduleHistory& history) {
  const auto newest =
      std::find_if(history.rbegin(), history.rend(), [](const ScheduleSpan& span) { return !span.cron; });
  return newest == history.rend() ? std::nullopt : std::optional{newest->from};
}

std::vector<HistorySlot> slots_of(const ScheduleHistory& history, Instant from, Instant to, std::size_t limit) {
  std::vector<HistorySlot> slots;
  for (const Stretch& stretch : stretches_of(history, from, to)) {
    for (const Slot slot : stretch.oldest(limit - slots.size())) slots.push_back({slot, stretch.span});
  }
  return slots;
}

const PauseSpan* pause_at(const std::vector<PauseSpan>& pauses, Slot slot) {
  const auto found = std::find_if(pauses.begin(), pauses.end(), [&](const PauseSpan& pause) {
    return pause.from < slot && (!pause.to || slot <= *pause.to);
  });
  return found == pauses.end() ? nullptr : &*found;
}

Due due_slots(const ScheduleHistory& history, const DueQuestion& question) {
  Due answer;
  if (history.empty()) return answer;
  const ScheduleSpan& rule = history.back();
  answer.clock_went_back = ahead_of(rule, question);

  std::vector<Stretch> due;
  if (answer.clock_went_back) {
    if (rule.cron) due.push_back({question.now - rule.interval, question.now, &rule});
  } else {
    due = stretches_of(history, start_of(history, question), question.now);
  }
  due.erase(std::remove_if(due.begin(), due.end(), [](const Stretch& stretch) { return !stretch.span->compiles; }),
            due.end());
  due = without(std::move(due), question.pauses);

  answer.count = count(due);
  choose(due, rule, question.now, answer);
  return answer;
}

}  // namespace hz
