#include <algorithm>
#include <fmt/format.h>

#include "core/ops/daemon_parts.hpp"
#include "core/ops/job_answers.hpp"

namespace hz {

namespace {

/// After so many intervals without a tick, something is wrong with what should call it (fault C6).
constexpr int stale_intervals = 3;

struct Health {
  std::string state;
  std::vector<std::string> problems;
  bool well = true;
};

void look_at_ticks(Health& health, const JobBook& book, Instant now, Seconds interval) {
  if (!book.last_tick) {
    health.state = "never ticked";
    health.well = book.jobs.empty();
    if (!book.jobs.empty()) health.problems.emplace_back("no tick has run yet; next: hz system daemon tick");
    return;
  }
  const Millis age = now - *book.last_tick;
  if (age <= stale_intervals * interval) return;
  health.state = "stale";
  health.well = false;
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(age).count();
  const std::string text = minutes >= 120 ? fmt::format("{} h", minutes / 60) : fmt::format("{} min", minutes);
  health.problems.push_back("last tick " + text + " ago, expected every " + std::to_string(interval.count() / 60) +
                            " min");
}

void look_at_jobs(Health& health, const JobBook& book) {
  for (const auto& [job, entry] : book.jobs) {
    if (entry.trouble) {
      health.problems.push_back(job.str() + ": " + entry.trouble->what);
      health.well = false;
      if (entry.trouble->kind == ErrorKind::damaged) health.state = "damaged";
    } else if (entry.has_file && !entry.contract) {
      health.problems.push_back(job.str() + " does not compile; next: hz contract check " + entry.contract_name);
    }
    const auto& last = entry.state.last_receipt;
    if (last && last->receipt.disposition == Disposition::failed) {
      health.problems.push_back(job.str() + " failed: " + last->receipt.error.value_or(""));
    }
  }
}

Result<Answer> status(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  const JobBook& book = opened.book;
  Health health{"ok", {}, true};
  look_at_ticks(health, book, opened.now, ports.settings.interval);
  if (book.machine.paused()) health.state = "paused";
  look_at_jobs(health, book);
  for (const std::string& remark : ports.lane.remarks()) {
    health.problems.push_back(remark);
    health.well = false;
  }
  if (book.machine_trouble) {
    health = {"damaged", {book.machine_trouble->what}, false};
  }
  Json document{{"state", health.state},
                {"last_tick", book.last_tick ? Json(to_text(*book.last_tick)) : Json(nullptr)},
                {"interval_minutes", ports.settings.interval.count() / 60},
                {"jobs", book.jobs.size()},
                {"problems", health.problems},
                {"message", ""}};
  if (book.machine.paused()) {
    const PauseSpan& pause = book.machine.pauses.back();
    document["message"] = "paused since " + to_text(pause.from) + " by " + pause.by;
  }
  return Answer{std::move(document), health.well};
}

}  // namespace

Operation declare_status(const OpenDaemon& open) {
  return {
      .name = "system.daemon.status",
      .summary = "Whether this machine's daemon is well",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {at_param()},
      .examples = {{"hz system daemon status", "ends with 1 when ticks have stopped or a chain is damaged"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return status(ports, args);
      },
  };
}

Operation declare_logs(const OpenDaemon& open) {
  return {
      .name = "system.daemon.logs",
      .summary = "The newest lines of this machine's log",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "lines",
                  .type = ParamType::integer,
                  .help = "how many",
                  .fallback = 20,
                  .min = 1,
                  .max = 10000,
                  .value_name = "N"}},
      .examples = {{"hz system daemon logs --lines 50", "the last 50 lines"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        HZ_TRY_ASSIGN(const std::vector<Json> lines,
                      ports.logs.last(static_cast<std::size_t>(args.integer("lines").value_or(20))));
        return Answer{{{"items", lines}}, true};
      },
  };
}

}  // namespace hz
