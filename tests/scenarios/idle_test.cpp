// A tick that finds nothing to do remembers so, and the next ones read nothing: until a slot is due or something
// moved. What is done is what would be done without that memory.
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

using test::exits;
using test::TickWorld;

const std::string hourly =
    "---\nname: job\nhz:\n  schedule: \"0 * * * *\"\n  runner: {command: [./job.sh]}\n---\nDo it.\n";

struct IdleWorld : TickWorld {
  IdleWorld() {
    contract("job", hourly);
    at("2026-11-30T09:02:00.000Z").tick();
    at("2026-11-30T09:07:00.000Z").tick();
  }
  /// Whether this tick read the lane.
  bool reads(const std::string& time) {
    const std::size_t before = looks();
    report = at(time).tick();
    return looks() > before;
  }
  TickReport report;
};

}  // namespace

TEST_CASE("a tick at which nothing is due and nothing moved reads nothing, and counts as a tick") {
  IdleWorld world;
  CHECK_FALSE(world.reads("2026-11-30T09:12:00.000Z"));
  CHECK(world.report.status == "idle");
  CHECK(world.report.jobs.empty());
  CHECK(*world.state.read("last-tick") == "2026-11-30T09:12:00.000Z");
}

TEST_CASE("the tick in which a slot is due is no idle one") {
  IdleWorld world;
  CHECK_FALSE(world.reads("2026-11-30T09:57:00.000Z"));
  world.programs.script({"./job.sh"}, exits(0, "done\n"));
  CHECK(world.reads("2026-11-30T10:00:00.000Z"));
  CHECK(world.report.status == "done");
}

TEST_CASE("whatever a plan depends on ends the rest") {
  IdleWorld world;
  SECTION("a contract that is written") {
    world.contract("job", hourly + "More.\n");
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
    CHECK(world.report.events.size() == 1);
  }
  SECTION("a contract that is added") {
    world.contract("other", "---\nname: other\nhz:\n  runner: {command: [./job.sh]}\n---\nDo it.\n");
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
  }
  SECTION("an event in the lane") {
    REQUIRE(world.call("system.daemon.pause"));
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
    CHECK(world.report.status == "paused");
    CHECK(world.reads("2026-11-30T09:17:00.000Z"));
  }
  SECTION("a clock that went back") {
    CHECK(world.reads("2026-11-30T09:03:00.000Z"));
  }
  SECTION("another interval") {
    world.settings.interval = Seconds{600};
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
  }
  SECTION("another version of hz") {
    world.settings.by.version = "9.9.9";
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
  }
  SECTION("a memory that is damaged or gone") {
    REQUIRE(world.state.write("idle.json", "{"));
    CHECK(world.reads("2026-11-30T09:12:00.000Z"));
    REQUIRE(world.state.remove("idle.json"));
    CHECK(world.reads("2026-11-30T09:17:00.000Z"));
  }
}

TEST_CASE("a tick for one job, and one that only says what it would do, look for themselves") {
  IdleWorld world;
  const std::size_t before = world.looks();
  world.tick({true, std::nullopt});
  CHECK(world.looks() > before);
}

TEST_CASE("weeks of ticks leave the same ledger with and without that memory") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    INFO(seed);
    std::vector<std::vector<std::string>> told;
    for (const bool forgetful : {false, true}) {
      std::mt19937 chance(seed);
      TickWorld world;
      world.contract("job", hourly);
      world.contract("late",
                     "---\nname: late\nhz:\n  schedule: \"30 22 * * 1\"\n  runner: {command: [./job.sh]}\n"
                     "---\nDo it.\n");
      Instant now = *parse_instant("2026-11-30T09:02:00.000Z");
      for (int tick = 0; tick < 300; ++tick) {
        world.clock.set(now);
        world.programs.script({"./job.sh"}, exits(chance() % 5 == 0 ? 3 : 0, "done\n"));
        world.tick();
        if (chance() % 40 == 0) world.contract("job", hourly + std::to_string(tick) + "\n");
        if (forgetful) REQUIRE(world.state.remove("idle.json"));
        now += Millis(60'000 * (chance() % 30 + 1));
      }
      std::vector<std::string> ids;
      for (const Placed& placed : world.events()) ids.push_back(placed.event.type + " " + to_text(placed.event.at));
      told.push_back(std::move(ids));
    }
    CHECK(told[0].size() > 200);
    CHECK(told[0] == told[1]);
  }
}

}  // namespace hz
