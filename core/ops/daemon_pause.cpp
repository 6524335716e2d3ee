#include "core/base/text.hpp"
#include "core/ops/daemon_parts.hpp"
#include "core/tick/job_book.hpp"

namespace hz {

namespace {

Param job_param() {
  return {.name = "job", .help = "this job only; without it, the daemon of this machine", .value_name = "JOB"};
}

/// Pending skips ride in whatever event the job's stream gets next.
Result<SkipRanges> pending_of(const DaemonPorts& ports, const View& view, const JobName& job) {
  HZ_TRY_ASSIGN(const JobBook book, open_book(view, ports.book()));
  const auto found = book.jobs.find(job);
  return found == book.jobs.end() ? SkipRanges{} : found->second.pending;
}

Result<std::optional<JobName>> job_of(const DaemonPorts& ports, const Args& args) {
  const auto name = args.text("job");
  if (!name) return std::optional<JobName>{};
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, ports.lane.at_tip());
  HZ_TRY_ASSIGN(const JobBook book, open_book(*view, ports.book()));
  HZ_TRY_ASSIGN(const JobEntry* const entry, book.find(*name));
  return std::optional<JobName>{entry->job};
}

Result<std::optional<BodyRef>> keep_reason(const DaemonPorts& ports, const Stamp& stamp,
                                           const std::optional<std::string>& reason) {
  if (!reason) return std::optional<BodyRef>{};
  const SealedBody body = seal_body("text/plain", ports.entropy.hex(16), repair_utf8(*reason));
  HZ_TRY(ports.bodies.keep(stamp.at, stamp.by, {&body, 1}));
  return std::optional<BodyRef>{body.ref};
}

/// Pausing and resuming differ in what is said of the daemon or of the job, and in nothing else.
struct Change {
  std::string word;
  Machine::Command of_daemon;
  std::function<Job::Command(SkipRanges)> of_job;
};

Result<Answer> apply(const DaemonPorts& ports, const Stamp& stamp, const std::optional<JobName>& job,
                     const Change& change) {
  const std::string said = (job ? job->str() + " " : std::string()) + change.word;
  HZ_TRY_ASSIGN(const Committed committed,
                transact(ports.lane, stamp, [&](const View& view, Batch& batch) -> Result<void> {
                  batch.say(said);
                  if (!job) return batch.change<Machine>(machine_stream(ports.settings.machine), change.of_daemon);
                  HZ_TRY_ASSIGN(SkipRanges skipped, pending_of(ports, view, *job));
                  return batch.change<Job>(job_stream(*job), change.of_job(std::move(skipped)));
                }));
  if (job) {
    HZ_TRY_ASSIGN(const std::string file, skips_file_name(*job));
    HZ_TRY(ports.state.remove(file));
  }
  return Answer{{{"message", said}, {"event", committed.events.back().id.str()}}, true};
}

Result<Answer> pause(const DaemonPorts& ports, const Args& args) {
  const Stamp stamp{ports.clock.now(), ports.settings.by, std::nullopt};
  HZ_TRY_ASSIGN(const std::optional<JobName> job, job_of(ports, args));
  HZ_TRY_ASSIGN(const std::optional<BodyRef> reason, keep_reason(ports, stamp, args.text("reason")));
  return apply(ports, stamp, job, {"paused", DaemonPaused{reason}, [&](SkipRanges skipped) {
                                     return PauseJob{reason, std::move(skipped)};
                                   }});
}

Result<Answer> resume(const DaemonPorts& ports, const Args& args) {
  const Stamp stamp{ports.clock.now(), ports.settings.by, std::nullopt};
  HZ_TRY_ASSIGN(const std::optional<JobName> job, job_of(ports, args));
  return apply(ports, stamp, job,
               {"resumed", DaemonResumed{}, [](SkipRanges skipped) { return ResumeJob{std::move(skipped)}; }});
}

}  // namespace

Operation declare_pause(const OpenDaemon& open) {
  return {
      .name = "system.daemon.pause",
      .summary = "Stop scheduled runs: of this machine, or of one job",
      .reach = Reach::acts_here,
      .heads = everywhere,
      .params = {job_param(),
                 {.name = "reason", .help = "kept beside the event, can be erased", .value_name = "TEXT"}},
      .examples = {{"hz system daemon pause", "no tick runs anything until resume"},
                   {"hz system daemon pause --job digest --reason \"feed is being moved\"", "this job only"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return pause(ports, args);
      },
      .details =
          "Slots that fall into a pause are missed and never caught up. A run that is under way ends as usual.",
  };
}

Operation declare_resume(const OpenDaemon& open) {
  return {
      .name = "system.daemon.resume",
      .summary = "Go on after a pause",
      .reach = Reach::rules,
      .heads = cli_and_web,
      .params = {job_param()},
      .examples = {{"hz system daemon resume", "the next tick runs what is due from now on"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return resume(ports, args);
      },
  };
}

}  // namespace hz
