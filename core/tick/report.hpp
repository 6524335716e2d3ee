// What a tick did, for whoever asked: the answer of hz system daemon tick.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/time.hpp"
#include "core/config/node.hpp"
#include "core/event/stream.hpp"

namespace hz {

struct TickLine {
  JobName job;
  std::optional<Slot> slot;
  std::string local;        ///< the slot in the job's zone, "2026-11-30 10:00"; "by hand" for a manual run
  std::string disposition;  ///< rendered, skipped, failed, lost, waiting, damaged, would run, would skip
  std::string why;
  std::optional<EventId> receipt;
  bool has_draft = false;
  Millis took{};
};

struct TickReport {
  Instant at{};
  std::string status = "idle";  ///< idle, done, busy, paused, no_contracts, dry_run
  std::string message;
  std::vector<EventId> events;  ///< appended, in order
  std::vector<TickLine> jobs;
  Problems problems;  ///< of contracts that do not compile
  bool well = true;   ///< no job failed, and no chain is damaged

  [[nodiscard]] Json to_json() const;
};

}  // namespace hz
