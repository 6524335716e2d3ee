#include "core/ops/daemon_parts.hpp"
#include "core/tick/tick.hpp"

namespace hz {

namespace {

Answer busy(const Clock& clock, const Error& error) {
  return {{{"at", to_text(clock.now())},
           {"status", "busy"},
           {"message", error.what},
           {"events", Json::array()},
           {"jobs", Json::array()},
           {"problems", Json::array()}},
          true};
}

Result<Answer> tick(const DaemonPorts& ports, const Args& args, Progress& progress) {
  const TickOptions options{args.flag("dry-run"), args.text("job")};
  const TickPorts tick_ports{ports.clock, ports.entropy, ports.zones,   ports.contracts, ports.files,
                             ports.state, ports.runs,    ports.readers, ports.lane,      ports.bodies,
                             ports.log,   progress,      ports.chores};
  // A dry run writes nothing, not even the lock.
  std::unique_ptr<TickGate::Held> held;
  if (!options.dry_run) {
    auto taken = ports.gate.take();
    if (!taken && taken.error().kind == ErrorKind::unavailable) return busy(ports.clock, taken.error());
    if (!taken) return taken.error();
    held = *std::move(taken);
  }
  HZ_TRY_ASSIGN(const TickReport report, run_tick(tick_ports, ports.settings, options));
  return Answer{report.to_json(), report.well};
}

}  // namespace

Operation declare_tick(const OpenDaemon& open) {
  return {
      .name = "system.daemon.tick",
      .summary = "Run what is due, leave receipts, and end",
      .reach = Reach::acts_here,
      .heads = cli_and_mcp,
      .params =
          {{.name = "dry-run", .type = ParamType::flag, .help = "say what would run; start and write nothing"},
           {.name = "job", .help = "run this job now, whatever is due; consumes no slot", .value_name = "JOB"}},
      .examples = {{"hz system daemon tick", "what the timer calls every few minutes"},
                   {"hz system daemon tick --dry-run", "what would run, and why the rest would not"},
                   {"hz system daemon tick --job digest", "render the digest now"}},
      .run = [open](const Args& args, Progress& progress) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return tick(ports, args, progress);
      },
      .details =
          "Ends with 1 when a job failed or its chain is damaged. Two ticks never run at once: the second says so "
          "and "
          "ends with 0.",
  };
}

}  // namespace hz
