#include "core/tick/account.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/tick/words.hpp"

namespace hz {

namespace {

const SkipRange* range_of(const SkipRanges& ranges, Slot slot) {
  const auto found = std::find_if(ranges.begin(), ranges.end(),
                                  [&](const SkipRange& range) { return range.from <= slot && slot <= range.to; });
  return found == ranges.end() ? nullptr : &*found;
}

std::string pause_text(const PauseSpan& pause, const Zone* zone) {
  const auto clock = [&](Instant at) {
    const Slot second = std::chrono::floor<Seconds>(at);
    return zone ? local_clock(*zone, second) : to_text(second);
  };
  return fmt::format("paused {}–{} by {}", clock(pause.from), pause.to ? clock(*pause.to) : "", pause.by);
}

std::string rendered_text(const SlotRecords::Entry& entry, const Receipt* before) {
  std::vector<std::string> parts;
  if (entry.receipt.attempt > 1) parts.push_back(fmt::format("attempt {}", entry.receipt.attempt));
  if (entry.losses > 0)
    parts.push_back(entry.losses == 1 ? "lost once" : fmt::format("lost {} times", entry.losses));
  if (before && before->contract != entry.receipt.contract) parts.push_back("contract changed");
  const std::string news = news_text(entry.receipt.inputs);
  if (!news.empty()) parts.push_back(news);
  parts.push_back(fmt::format("token {}", entry.receipt.token));
  parts.push_back("draft " + entry.id.shown());
  return fmt::format("{}", fmt::join(parts, ", "));
}

class Account {
 public:
  Account(const JobEntry& entry, const ScheduleHistory& history, const SlotRecords& records,
          const std::vector<PauseSpan>& daemon_pauses, Instant last_tick)
      : entry_(entry), records_(records), pauses_(daemon_pauses) {
    pauses_.insert(pauses_.end(), entry.state.pauses.begin(), entry.state.pauses.end());
    newest_ = entry.newest_known_slot();
    // What the next tick would do about the time up to the last one: the same function that the tick asks.
    const Due due = due_slots(history, {newest_, last_tick, pauses_});
    due_ = due.run;
    taken_away_ = schedule_taken_away(history);
    if (!history.empty()) rule_ = history.back().catch_up;
  }

  [[nodiscard]] SlotLine line(const HistorySlot& slot, const Receipt* rendered_before) const {
    const auto receipt = records_.receipts.find(slot.slot);
    if (receipt != records_.receipts.end()) return of_receipt(slot.slot, receipt->second, rendered_before);
    if (const SkipRange* range = range_of(records_.skipped, slot.slot)) return of_range(slot.slot, *range);
    if (const SkipRange* range = range_of(entry_.pending, slot.slot)) return of_range(slot.slot, *range);
    if (entry_.state.lease) {
      const auto left = slots_left(*entry_.state.lease);
      if (std::find(left.begin(), left.end(), slot.slot) != left.end())
        return {slot.slot, SlotState::due, "running", std::nullopt};
    }
    if (const PauseSpan* pause = pause_at(pauses_, slot.slot)) {
      return {slot.slot, SlotState::missed, pause_text(*pause, entry_.zone.get()), std::nullopt};
    }
    if (!slot.span->compiles) return {slot.slot, SlotState::missed, "the contract did not compile", std::nullopt};
    if (std::find(due_.begin(), due_.end(), slot.slot) != due_.end())
      return {slot.slot, SlotState::due, "the next tick's", std::nullopt};
    return left_behind(slot);
  }

 private:
  [[nodiscard]] static SlotLine of_receipt(Slot slot, const SlotRecords::Entry& entry, const Receipt* before) {
    switch (entry.receipt.disposition) {
      case Disposition::rendered:
        return {slot, SlotState::rendered, rendered_text(entry, before), entry.id};
      case Disposition::skipped:
        return {slot, SlotState::skipped, "the run said so", entry.id};
      case Disposition::failed:
        return {slot, SlotState::failed, entry.receipt.error.value_or(""), entry.id};
    }
    return {slot, SlotState::gap, "", entry.id};
  }

  [[nodiscard]] static SlotLine of_range(Slot slot, const SkipRange& range) {
    return {slot, SlotState::skipped, range.why + (range.against ? " since " + range.against->shown() : ""),
            range.against};
  }

  /// Nothing tells of it. Under catch_up latest a later slot that is told of, or due, has superseded it; under the
  /// other two every slot leaves a trace.
  [[nodiscard]] SlotLine left_behind(const HistorySlot& slot) const {
    const bool later_known = newest_ && slot.slot < *newest_;
    const bool later_due = !due_.empty() && slot.slot < due_.back();
    // The newest entry's policy is the one that a tick goes by, also for slots of the time before it.
    const bool latest = slot.span->catch_up == CatchUp::latest || rule_ == CatchUp::latest;
    if (latest && (later_known || later_due)) return {slot.slot, SlotState::missed, "superseded", std::nullopt};
    if (taken_away_ && slot.slot <= *taken_away_)
      return {slot.slot, SlotState::missed, "the schedule was taken away", std::nullopt};
    if (slot.span->catch_up == CatchUp::all && later_due)
      return {slot.slot, SlotState::due, "a later tick's", std::nullopt};
    return {slot.slot, SlotState::gap, "nothing tells what became of it", std::nullopt};
  }

  const JobEntry& entry_;
  const SlotRecords& records_;
  std::vector<PauseSpan> pauses_;
  std::optional<Slot> newest_;
  std::vector<Slot> due_;
  std::optional<Instant> taken_away_;
  CatchUp rule_ = CatchUp::latest;
};

}  // namespace

std::string_view to_text(SlotState state) {
  switch (state) {
    case SlotState::rendered:
      return "rendered";
    case SlotState::skipped:
      return "skipped";
    case SlotState::failed:
      return "failed";
    case SlotState::missed:
      return "missed";
    case SlotState::due:
      return "due";
    case SlotState::unreported:
      return "unreported";
    case SlotState::gap:
      return "gap";
  }
  return "gap";
}

Result<SlotRecords> slot_records(const View& view, const JobName& job) {
  SlotRecords records;
  int losses = 0;
  const auto note = [&](const SkipRanges& ranges) {
    records.skipped.insert(records.skipped.end(), ranges.begin(), ranges.end());
  };
  HZ_TRY(view.replay(job_stream(job), 0, [&](const Placed& placed) {
    std::visit(Overloaded{
                   [&](const LeaseAcquired& lease) { note(lease.skipped); },
                   [](const LeaseReleased&) {},
                   [&](const LeaseLost&) { ++losses; },
                   [&](const ReceiptLeft& left) {
                     if (left.receipt.slot)
                       records.receipts[*left.receipt.slot] = {left.receipt, placed.event.id, losses};
                     losses = 0;
                   },
                   [&](const JobPaused& paused) { note(paused.skipped); },
                   [&](const JobResumed& resumed) { note(resumed.skipped); },
                   [](const NotUnderstood&) {},
               },
               Job::decode(placed.event));
  }));
  return records;
}

std::vector<SlotLine> account(const JobEntry& entry, const ScheduleHistory& history, const SlotRecords& records,
                              const std::vector<PauseSpan>& daemon_pauses, Instant since, Instant last_tick) {
  const Account book(entry, history, records, daemon_pauses, last_tick);
  std::vector<SlotLine> lines;
  const Receipt* rendered_before = nullptr;
  for (const HistorySlot& slot : slots_of(history, since, last_tick)) {
    lines.push_back(book.line(slot, rendered_before));
    const auto receipt = records.receipts.find(slot.slot);
    if (receipt != records.receipts.end() && receipt->second.receipt.disposition == Disposition::rendered)
      rendered_before = &receipt->second.receipt;
  }
  return lines;
}

}  // namespace hz
