// Ticks as stories: what is due, what is skipped, what fails, and what a crash leaves behind.
#include <fmt/format.h>

#include "core/audit/meaning.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

using test::CrashPoint;
using test::exits;
using test::TickWorld;
using Lines = std::vector<std::string>;

/// A contract that runs ./job.sh; `more` are further keys under hz:.
std::string contract(const std::string& name, const std::string& more) {
  return fmt::format("---\nname: {}\nhz:\n  runner: {{command: [./job.sh]}}\n  {}\n---\nDo it.\n", name, more);
}

std::string states(TickWorld& world, const std::string& job, const std::string& since = "2026-11-30T00:00Z") {
  const auto answer = world.call("system.daemon.slots", {{"job", job}, {"since", since}});
  REQUIRE(answer);
  std::string text;
  for (const Json& line : answer->document.at("items")) {
    text += (text.empty() ? "" : " ") + line.at("slot").get<std::string>().substr(11, 5) + "=" +
            line.at("state").get<std::string>();
  }
  return text;
}

void check_story(TickWorld& world) {
  MeaningAudit audit;
  for (const Placed& placed : world.events()) {
    INFO(placed.event.id.shown());
    CHECK(audit.take(placed) == std::vector<std::string>{});
  }
}

std::size_t count_of(TickWorld& world, const std::string& type) {
  std::size_t count = 0;
  for (const Placed& placed : world.events())
    if (placed.event.type == type) ++count;
  return count;
}

}  // namespace

TEST_CASE("without contracts a tick says where they go, and makes nothing") {
  TickWorld world;
  const TickReport report = world.at("2026-11-30T09:02:00.000Z").tick();
  CHECK(report.status == "no_contracts");
  CHECK(report.message == "No contracts in /contracts. Next: hz contract new digest");
  CHECK(world.events().empty());
  CHECK(world.state.writes.empty());
}

TEST_CASE("catch_up latest runs the newest missed slot once, and leaves the others behind for good") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"*/5 * * * *\""));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T01:01:00.000Z").tick();
  CHECK(TickWorld::lines(world.at("2026-11-30T11:01:00.000Z").tick()) ==
        Lines{"contract:job 2026-11-30 12:00 rendered"});
  CHECK(world.at("2026-11-30T11:02:00.000Z").tick().events.empty());
  CHECK(states(world, "job", "2026-11-30T10:50Z") == "10:55=missed 11:00=rendered");
  check_story(world);
}

TEST_CASE("catch_up all runs a hundred slots a tick, oldest first, and goes on in the next tick") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"*/5 * * * *\"\n  catch_up: all"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T02:01:00.000Z").tick();
  TickReport report = world.at("2026-11-30T12:01:00.000Z").tick();
  REQUIRE(report.jobs.size() == 120);
  CHECK(report.jobs.front().local == "2026-11-30 03:05");
  CHECK(report.jobs.back().local == "2026-11-30 13:00");
  CHECK(world.programs.requests.size() == 121);
  CHECK(states(world, "job", "2026-11-30T11:45Z") == "11:50=rendered 11:55=rendered 12:00=rendered");
  check_story(world);
}

TEST_CASE("catch_up skip runs only what is fresh, and records the rest as skipped") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\"\n  catch_up: skip"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T06:01:00.000Z").tick();
  const TickReport report = world.at("2026-11-30T09:30:00.000Z").tick();
  CHECK(TickWorld::lines(report) ==
        Lines{"contract:job 2026-11-30 08:00 skipped: older than an interval, and 2 more until 2026-11-30 10:00"});
  world.at("2026-11-30T10:01:00.000Z").tick();
  CHECK(states(world, "job", "2026-11-30T05:30Z") ==
        "06:00=rendered 07:00=skipped 08:00=skipped 09:00=skipped 10:00=rendered");
  check_story(world);
}

TEST_CASE("a clock that goes forward and back never runs a slot twice") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"*/5 * * * *\""));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T09:01:00.000Z").tick();
  world.at("2026-11-30T10:01:00.000Z").tick();
  const std::size_t before = count_of(world, "receipt");
  world.at("2026-11-30T09:02:00.000Z").tick();
  CHECK(count_of(world, "receipt") == before);
  CHECK(world.log.warnings == Lines{"clock.went_back"});
  world.at("2026-11-30T10:06:00.000Z").tick();
  check_story(world);
}

TEST_CASE("a slot that failed is consumed: a clock that goes back does not run it again") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"*/5 * * * *\"\n  catch_up: all"));
  world.programs.script({"./job.sh"}, exits(3, ""));
  world.at("2026-11-30T09:59:00.000Z").tick();
  world.at("2026-11-30T10:31:00.000Z").tick();
  const std::size_t before = count_of(world, "receipt");
  world.at("2026-11-30T10:01:30.000Z").tick();
  CHECK(count_of(world, "receipt") == before);
  check_story(world);
}

TEST_CASE("a contract that no longer compiles leaves its slots missed; the others run; mended, it goes on") {
  TickWorld world;
  world.contract("a", contract("a", "schedule: \"0 * * * *\""));
  world.contract("b", contract("b", "schedule: \"0 * * * *\""));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  world.contract("a", "---\nname: a\nhz:\n  scedule: nonsense\n---\n");
  TickReport report = world.at("2026-11-30T08:01:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:b 2026-11-30 09:00 rendered"});
  CHECK(has_error(report.problems));
  world.contract("a", contract("a", "schedule: \"0 * * * *\"") + "Mended.\n");
  world.at("2026-11-30T08:31:00.000Z").tick();
  world.at("2026-11-30T09:01:00.000Z").tick();
  CHECK(states(world, "a", "2026-11-30T06:30Z") == "07:00=rendered 08:00=missed 09:00=rendered");
  check_story(world);
}

TEST_CASE("a contract whose file is gone is retired; put back, it counts anew") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  world.contracts.texts.clear();
  world.at("2026-11-30T07:30:00.000Z").tick();
  CHECK(count_of(world, "contract.retired") == 1);
  CHECK(world.at("2026-11-30T08:01:00.000Z").tick().events.empty());
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  world.at("2026-11-30T08:30:00.000Z").tick();
  CHECK(TickWorld::lines(world.at("2026-11-30T09:01:00.000Z").tick()) ==
        Lines{"contract:job 2026-11-30 10:00 rendered"});
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered 09:00=rendered");
  check_story(world);
}

TEST_CASE("retries happen within the tick, with growing waits, and the receipt tells the attempt") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\"\n  retries: 2"));
  world.programs.script({"./job.sh"}, exits(1, "", "no"));
  world.programs.script({"./job.sh"}, exits(1, "", "still no"));
  world.programs.script({"./job.sh"}, exits(0, "at last"));
  const TickReport report = world.at("2026-11-30T07:01:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:job 2026-11-30 08:00 rendered"});
  CHECK(world.events().at(2).event.data.at("attempt") == 3);
  CHECK(world.clock.now() - *parse_instant("2026-11-30T07:01:00.000Z") >= Seconds{6});
}

TEST_CASE("a failed slot is consumed, its error kept, and the tick is not well") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  world.programs.script({"./job.sh"}, exits(3, "", "the disk is on fire\n"));
  const TickReport report = world.at("2026-11-30T07:01:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:job 2026-11-30 08:00 failed: exit code 3"});
  CHECK_FALSE(report.well);
  CHECK(world.at("2026-11-30T07:06:00.000Z").tick().events.empty());
  const auto why = world.call("why", {{"about", report.jobs.front().receipt->str()}});
  REQUIRE(why);
  CHECK(why->document.dump().find("the disk is on fire") != std::string::npos);
}

TEST_CASE("a run that ends with 75 skips its slot, with the reason it gave") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  world.programs.script({"./job.sh"}, exits(75, "looked around\nnothing to do\n"));
  const TickReport report = world.at("2026-11-30T07:01:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:job 2026-11-30 08:00 skipped: nothing to do"});
  CHECK(report.well);
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=skipped");
}

TEST_CASE("an input that cannot be read fails the slot without running, says so once, and says when it is back") {
  TickWorld world;
  world.contract(
      "job",
      contract("job", "schedule: \"0 * * * *\"\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  const TickReport report = world.at("2026-11-30T08:01:00.000Z").tick();
  CHECK(report.jobs.front().disposition == "failed");
  CHECK(world.programs.requests.empty());
  CHECK(count_of(world, "source.failed") == 1);
  world.files.put("/contracts/notes.txt", "hello");
  CHECK(TickWorld::lines(world.at("2026-11-30T09:01:00.000Z").tick()) ==
        Lines{"contract:job 2026-11-30 10:00 rendered: 1 new"});
  CHECK(count_of(world, "source.recovered") == 1);
  check_story(world);
}

TEST_CASE("two jobs on one source share its observation and do not eat each other's news") {
  TickWorld world;
  world.files.put("/contracts/notes.txt", "one");
  for (const char* name : {"a", "b"}) {
    const char* schedule = name[0] == 'a' ? "0 * * * *" : "0 */2 * * *";
    world.contract(
        name, contract(name, fmt::format(
                                 "schedule: \"{}\"\n  inputs:\n    - {{name: notes, kind: file, path: notes.txt}}",
                                 schedule)));
  }
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();  // 08:00 in Berlin: both
  CHECK(count_of(world, "source.observed") == 1);
  world.files.put("/contracts/notes.txt", "two");
  CHECK(TickWorld::lines(world.at("2026-11-30T08:01:00.000Z").tick()) ==
        Lines{"contract:a 2026-11-30 09:00 rendered: 1 changed"});
  const Lines both = TickWorld::lines(world.at("2026-11-30T09:01:00.000Z").tick());
  CHECK(both == Lines{"contract:a 2026-11-30 10:00 skipped: notes did not change since 2026-11-30 09:00",
                      "contract:b 2026-11-30 10:00 rendered: 1 changed"});
  check_story(world);
}

TEST_CASE("freshness: a job without inputs renders each slot, one with a duration when it lapses") {
  TickWorld world;
  world.files.put("/contracts/notes.txt", "one");
  world.contract(
      "daily",
      contract(
          "daily",
          "schedule: \"0 * * * *\"\n  fresh: 1d\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T22:01:00.000Z").tick();
  CHECK(world.at("2026-11-30T23:01:00.000Z").tick().jobs.front().disposition == "skipped");
  CHECK(world.at("2026-12-01T00:01:00.000Z").tick().jobs.front().disposition == "rendered");
}

TEST_CASE("a run by hand ignores the memo key and consumes no slot") {
  TickWorld world;
  world.files.put("/contracts/notes.txt", "one");
  world.contract(
      "job",
      contract("job", "schedule: \"0 * * * *\"\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  const TickReport by_hand = world.at("2026-11-30T07:10:00.000Z").tick({.dry_run = false, .job = "job"});
  CHECK(TickWorld::lines(by_hand) == Lines{"contract:job by hand rendered: nothing new"});
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered");
  world.at("2026-11-30T08:01:00.000Z").tick();
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered 08:00=skipped");
  check_story(world);
}

TEST_CASE("a dry run says what would happen and writes nothing") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  const TickReport report = world.at("2026-11-30T07:01:00.000Z").tick({.dry_run = true, .job = std::nullopt});
  CHECK(TickWorld::lines(report) == Lines{"contract:job 2026-11-30 08:00 would run"});
  CHECK(world.events().empty());
  CHECK(world.state.writes.empty());
  CHECK(world.programs.requests.empty());
}

TEST_CASE("a paused job's slots are missed and never caught up; its pending skips ride in the pause") {
  TickWorld world;
  world.files.put("/contracts/notes.txt", "one");
  world.contract(
      "job",
      contract("job", "schedule: \"0 * * * *\"\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  world.at("2026-11-30T08:01:00.000Z").tick();
  world.at("2026-11-30T08:30:00.000Z");
  REQUIRE(world.call("system.daemon.pause", {{"job", "job"}, {"reason", "moving house"}}));
  const auto twice = world.call("system.daemon.pause", {{"job", "job"}});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().kind == ErrorKind::conflict);
  world.files.put("/contracts/notes.txt", "two");
  CHECK(world.at("2026-11-30T09:01:00.000Z").tick().jobs.empty());
  world.at("2026-11-30T09:30:00.000Z");
  REQUIRE(world.call("system.daemon.resume", {{"job", "job"}}));
  world.at("2026-11-30T10:01:00.000Z").tick();
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered 08:00=skipped 09:00=missed 10:00=rendered");
  check_story(world);
}

TEST_CASE("a team job waits for a team, never runs, and has no slots") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\"\n  scope: team"));
  const TickReport report = world.at("2026-11-30T07:01:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:job waiting: a team job; this machine has joined no team"});
  CHECK(world.events().empty());
}

TEST_CASE("a lost skips file costs one more look, and no gap") {
  TickWorld world;
  world.files.put("/contracts/notes.txt", "one");
  world.contract(
      "job",
      contract("job", "schedule: \"0 * * * *\"\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  world.at("2026-11-30T07:01:00.000Z").tick();
  world.at("2026-11-30T08:01:00.000Z").tick();
  world.state.files.erase("skips/contract=3ajob.json");
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered 08:00=due");
  world.at("2026-11-30T08:06:00.000Z").tick();
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=rendered 08:00=skipped");
}

TEST_CASE("a slot that is lost more often than retries + 1 is failed, inside its lease, and consumed") {
  TickWorld world;
  world.contract("job", contract("job", "schedule: \"0 * * * *\""));
  world.programs.script({"./job.sh"}, exits(0, "done"));
  for (const char* time : {"2026-11-30T07:01:00.000Z", "2026-11-30T07:06:00.000Z"}) {
    world.programs.crash_during({"./job.sh"});
    world.at(time).tick_killed();
  }
  const TickReport report = world.at("2026-11-30T07:11:00.000Z").tick();
  CHECK(TickWorld::lines(report) == Lines{"contract:job 2026-11-30 08:00 failed: lost 2 times"});
  CHECK_FALSE(report.well);
  CHECK(states(world, "job", "2026-11-30T06:30Z") == "07:00=failed");
  check_story(world);
}

TEST_CASE("whatever append or body a kill falls on, the next ticks finish the story without gap or contradiction") {
  using When = CrashPoint::When;
  const auto when = GENERATE(When::before_append, When::after_append, When::before_bodies, When::after_bodies);
  for (int nth = 1;; ++nth) {
    TickWorld world;
    world.files.put("/contracts/notes.txt", "one");
    world.contract("a", contract("a", "schedule: \"*/2 * * * *\"\n  catch_up: all\n  retries: 1"));
    world.contract(
        "b",
        contract("b", "schedule: \"*/2 * * * *\"\n  inputs:\n    - {name: notes, kind: file, path: notes.txt}"));
    world.programs.script({"./job.sh"}, exits(0, "done"));
    world.at("2026-11-30T07:01:00.000Z");
    world.crash({when, nth});
    if (!world.tick_may_be_killed()) break;  // the tick has fewer steps than that
    INFO("killed at step " << nth << " of kind " << static_cast<int>(when));
    world.at("2026-11-30T07:03:30.000Z").tick();
    world.at("2026-11-30T07:05:30.000Z").tick();
    check_story(world);
    for (const char* job : {"a", "b"}) CHECK(states(world, job).find("gap") == std::string::npos);
    REQUIRE(nth < 50);
  }
}

}  // namespace hz
