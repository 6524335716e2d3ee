#include "core/tick/runs.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/runner/outline.hpp"
#include "core/runner/run_document.hpp"
#include "core/tick/plan.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

constexpr int exit_skipped = 75;  ///< EX_TEMPFAIL: the run itself says that there was nothing to do
constexpr std::size_t draft_bytes_max = 1'000'000;

std::string failure_text(const RunEnd& end, const Contract& contract) {
  switch (end.how) {
    case RunEnd::How::exited:
      return fmt::format("exit code {}", end.code);
    case RunEnd::How::signalled:
      return fmt::format("killed by signal {}", end.code);
    case RunEnd::How::timed_out:
      return "timed out after " + to_text(contract.timeout);
    case RunEnd::How::not_started:
      return "could not be started: " + end.why;
    case RunEnd::How::keeper_lost:
      return "its keeper was killed";
  }
  return "failed";
}

std::string last_line(std::string_view text) {
  const std::vector<std::string> lines = split_lines(trim(text));
  return lines.empty() ? std::string() : lines.back();
}

std::map<std::string, std::string> environment_of(const ActiveRun& run, const TickSettings& settings, Instant now) {
  const Contract& contract = run.beginning.contract;
  std::map<std::string, std::string> environment = settings.environment;
  environment["TZ"] = run.beginning.zone->name();
  for (const auto& [name, value] : contract.env) environment[name] = value;
  environment["HZ_JOB"] = run.job().str();
  environment["HZ_AS_OF"] = to_text(std::chrono::floor<Seconds>(run.work().as_of));
  environment["HZ_SLOT_KEY"] = run.work().key;
  environment["HZ_ATTEMPT"] = std::to_string(run.attempt);
  environment["HZ_LEASE_TOKEN"] = std::to_string(run.beginning.token);
  environment["HZ_DEADLINE"] = to_text(std::chrono::floor<Seconds>(now + contract.timeout));
  return environment;
}

std::vector<InputNews> shown(const std::vector<SeenInput>& inputs) {
  std::vector<InputNews> result;
  for (const SeenInput& input : inputs) result.push_back(input.shown);
  return result;
}

}  // namespace

void Runs::add(Beginning beginning, std::shared_ptr<const Readings> readings) {
  ActiveRun run;
  run.attempt = beginning.attempt;
  run.beginning = std::move(beginning);
  run.readings = std::move(readings);
  active_.push_back(std::move(run));
}

std::set<JobName> Runs::jobs() const {
  std::set<JobName> names;
  for (const ActiveRun& run : active_) names.insert(run.job());
  return names;
}

Result<std::vector<SlotEnd>> Runs::next(Millis up_to) {
  std::vector<SlotEnd> ends;
  for (ActiveRun& run : active_) {
    if (!may_start(run)) continue;
    HZ_TRY_ASSIGN(auto end, start(run));
    if (end) ends.push_back(*std::move(end));
  }
  // Ends that come together share a commit: after the first one, whatever has ended already is taken along.
  Millis wait = ends.empty() ? patience(up_to) : Millis{0};
  while (auto ended = ports_.runs.wait(wait)) {
    wait = Millis{0};
    const auto run =
        std::find_if(active_.begin(), active_.end(), [&](const ActiveRun& r) { return r.handle == ended->handle; });
    if (run == active_.end()) continue;
    run->handle.reset();
    if (auto end = judge(*run, std::move(ended->end))) ends.push_back(*std::move(end));
  }
  return ends;
}

void Runs::done(ActiveRun* run) {
  run->tries = 0;
  run->attempt = 1;
  run->not_before = Millis{0};
  if (!run->is_last_slot()) {
    ++run->at;
    return;
  }
  active_.remove_if([&](const ActiveRun& other) { return &other == run; });
}

bool Runs::may_start(const ActiveRun& run) const {
  if (run.handle || run.not_before > ports_.clock.since_boot()) return false;
  const auto running = std::count_if(active_.begin(), active_.end(),
                                     [](const ActiveRun& other) { return other.handle.has_value(); });
  if (running >= settings_.runs_at_once) return false;
  const auto& group = run.beginning.contract.concurrency;
  // Jobs of one concurrency group exclude each other; the one that was listed first goes first.
  return std::none_of(active_.begin(), active_.end(), [&](const ActiveRun& other) {
    return &other != &run && group && other.beginning.contract.concurrency == group && other.handle;
  });
}

Millis Runs::patience(Millis up_to) const {
  for (const ActiveRun& run : active_) {
    if (!run.handle && run.not_before > ports_.clock.since_boot())
      up_to = std::min(up_to, run.not_before - ports_.clock.since_boot());
  }
  return up_to;
}

Result<std::optional<SlotEnd>> Runs::start(ActiveRun& run) {
  ++run.tries;
  const Contract& contract = run.beginning.contract;
  if (run.tries == 1 && !run.beginning.failure) HZ_TRY(look(run));
  if (run.beginning.failure) {
    SlotEnd end;
    end.run = &run;
    end.error = *run.beginning.failure;
    return std::optional<SlotEnd>{std::move(end)};
  }
  if (const auto* program = std::get_if<CommandRunner>(&contract.runner)) return start_program(run, *program);
  SlotEnd end;
  end.run = &run;
  end.disposition = Disposition::rendered;
  const Slot as_of = std::chrono::floor<Seconds>(run.work().as_of);
  end.draft = render_outline({contract.title, local_text(*run.beginning.zone, as_of), shown(run.inputs)});
  return std::optional<SlotEnd>{std::move(end)};
}

Result<void> Runs::look(ActiveRun& run) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, ports_.lane.at_tip());
  HZ_TRY_ASSIGN(const Folded<Job> job, fold<Job>(*view, job_stream(run.job())));
  run.against = job.state.last_rendered;
  auto inputs = news_of_inputs(run.beginning.contract, *run.readings, run.against, *view, ports_.bodies);
  if (inputs) {
    run.inputs = *std::move(inputs);
    return ok();
  }
  if (inputs.error().kind != ErrorKind::damaged) return inputs.error();
  // What the job remembers of its inputs is damaged: that is this job's failure, not the tick's (D8).
  run.beginning.failure = "what is new cannot be told: " + inputs.error().what;
  return ok();
}

Result<std::optional<SlotEnd>> Runs::start_program(ActiveRun& run, const CommandRunner& runner) {
  const Contract& contract = run.beginning.contract;
  RunRequest request;
  request.argv = runner.command;
  request.directory = contract.directory;
  request.environment = environment_of(run, settings_, ports_.clock.now());
  request.input = run_document({run.job(), std::chrono::floor<Seconds>(run.work().as_of),
                                run.beginning.zone->name(), run.work().key, contract.body, shown(run.inputs)});
  request.timeout = contract.timeout;
  request.keep_out = draft_bytes_max;
  request.lock = run.beginning.lease.nonce.substr(0, 8);
  HZ_TRY_ASSIGN(run.handle, ports_.runs.start(request));
  return std::optional<SlotEnd>{};
}

std::optional<SlotEnd> Runs::judge(ActiveRun& run, RunEnd ended) {
  SlotEnd end;
  end.run = &run;
  end.took = ended.took;
  const bool exited = ended.how == RunEnd::How::exited;
  if (exited && ended.code == 0) {
    end.disposition = Disposition::rendered;
    end.draft = repair_utf8(ended.out);
    end.draft_cut = ended.out_bytes - ended.out.size();
    return end;
  }
  if (exited && ended.code == exit_skipped) {
    end.disposition = Disposition::skipped;
    end.output = repair_utf8(last_line(ended.out));
    return end;
  }
  if (run.tries <= run.beginning.contract.retries) {
    run.not_before = ports_.clock.since_boot() + wait_before_attempt(run.tries + 1);
    ++run.attempt;
    ports_.log.warn("run.retry", {{"job", run.job().str()},
                                  {"error", failure_text(ended, run.beginning.contract)},
                                  {"attempt", run.attempt}});
    return std::nullopt;
  }
  end.error = failure_text(ended, run.beginning.contract);
  end.output = repair_utf8(ended.err);
  return end;
}

}  // namespace hz
