// The slot account (B3): every slot up to the last tick is exactly one of the states below. One that is none of
// them is a gap, and a gap is a fault of hz or of the ledger, never of the person.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/job/job_stream.hpp"
#include "core/port/lane.hpp"
#include "core/port/zones.hpp"
#include "core/tick/job_book.hpp"

namespace hz {

enum class SlotState {
  rendered,
  skipped,
  failed,
  missed,      ///< superseded by a later one, paused, or the contract did not compile
  due,         ///< the next tick's, or running now
  unreported,  ///< another machine's, not yet seen
  gap,
};
[[nodiscard]] std::string_view to_text(SlotState state);

struct SlotLine {
  Slot slot{};
  SlotState state = SlotState::gap;
  std::string why;
  std::optional<EventId> receipt;
};

/// What the job's stream tells of its slots, read once.
struct SlotRecords {
  struct Entry {
    Receipt receipt;
    EventId id;
    int losses = 0;  ///< runs lost since the receipt before
  };
  std::map<Slot, Entry> receipts;
  SkipRanges skipped;  ///< from events
};
[[nodiscard]] Result<SlotRecords> slot_records(const View& view, const JobName& job);

/// Slots in (since, last tick], oldest first. Pure.
[[nodiscard]] std::vector<SlotLine> account(const JobEntry& entry, const ScheduleHistory& history,
                                            const SlotRecords& records, const std::vector<PauseSpan>& daemon_pauses,
                                            Instant since, Instant last_tick);

}  // namespace hz
