#include "core/ops/daemon_parts.hpp"
#include "core/ops/job_answers.hpp"
#include "core/tick/account.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

Result<Answer> jobs(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  Json items = Json::array();
  bool well = true;
  for (const auto& [job, entry] : opened.book.jobs) {
    items.push_back(job_json(entry, opened.book, opened.now));
    well = well && !entry.trouble;
  }
  return Answer{{{"items", std::move(items)}}, well};
}

/// Without --since the account begins where the job's history does, but no more than a week ago.
Result<Instant> since_of(const Args& args, const JobEntry& entry, Instant now) {
  if (const auto since = args.text("since")) return time_of_person(*since, "since");
  const Instant week_ago = now - std::chrono::weeks{1};
  return entry.history.spans.empty() ? week_ago : std::max(week_ago, entry.history.spans.front().from);
}

Result<Answer> slots(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  HZ_TRY_ASSIGN(const JobEntry* const entry, opened.book.find(args.text("job").value_or("")));
  if (entry->trouble) return *entry->trouble;
  HZ_TRY_ASSIGN(const Instant since, since_of(args, *entry, opened.now));
  HZ_TRY_ASSIGN(const ScheduleHistory history, history_of(*entry, ports));
  HZ_TRY_ASSIGN(const SlotRecords records, slot_records(*opened.view, entry->job));
  const Instant last_tick = opened.book.last_tick.value_or(since);
  const auto lines = account(*entry, history, records, opened.book.machine.pauses, since, last_tick);
  Json items = Json::array();
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t gaps = 0;
  for (const SlotLine& line : lines) {
    const std::string state{to_text(line.state)};
    ++counts[state];
    if (line.state == SlotState::gap) ++gaps;
    items.push_back({{"slot", to_text(line.slot)},
                     {"local", entry->zone ? Json(local_text(*entry->zone, line.slot)) : Json(nullptr)},
                     {"state", state},
                     {"why", line.why},
                     {"receipt", line.receipt ? Json(line.receipt->str()) : Json(nullptr)}});
  }
  Json document{{"job", entry->job.str()},   {"from", to_text(since)}, {"to", to_text(last_tick)},
                {"items", std::move(items)}, {"counts", counts},       {"gaps", gaps}};
  return Answer{std::move(document), gaps == 0};
}

}  // namespace

Operation declare_jobs(const OpenDaemon& open) {
  return {
      .name = "system.daemon.jobs",
      .summary = "All jobs of this machine: when each runs next, and what became of it last",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {at_param()},
      .examples = {{"hz system daemon jobs", "what is there"},
                   {"hz system daemon jobs --at 2026-11-30T09:00Z", "as of then"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return jobs(ports, args);
      },
  };
}

Operation declare_slots(const OpenDaemon& open) {
  return {
      .name = "system.daemon.slots",
      .summary = "What became of every slot of a job, up to the last tick",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "job", .help = "the job", .positional = true, .required = true, .value_name = "JOB"},
                 {.name = "since", .help = "from then on; without it a week", .value_name = "TIME"},
                 at_param()},
      .examples = {{"hz system daemon slots digest --since 2026-11-30", "each slot exactly once"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return slots(ports, args);
      },
      .details =
          "A slot is rendered, skipped, failed, missed, due or unreported. One that is none of these is a gap: the "
          "operation ends with 1.",
  };
}

}  // namespace hz
