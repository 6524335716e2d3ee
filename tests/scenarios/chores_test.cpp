// hz's own jobs: they come when there is something to do, run as any job does, and say nothing when there is not.
#include "tests/support/catch.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

using test::exits;
using test::TickWorld;

struct HouseWorld : TickWorld {
  HouseWorld() {
    chores = all_chores({[this] { return packs; }, "/opt/hz/bin/hz", "/home/ada/hz"});
    contract("job", "---\nname: job\nhz:\n  runner: {command: [./job.sh]}\n---\nDo it.\n");
  }
  [[nodiscard]] std::size_t of_chores() {
    std::size_t count = 0;
    for (const Placed& placed : events()) count += placed.event.stream.name() == "hz:repack" ? 1U : 0U;
    return count;
  }
  std::size_t packs = 0;
};

}  // namespace

TEST_CASE("nobody who has just begun is shown a chore") {
  HouseWorld world;
  world.packs = packs_worth_merging - 1;
  world.at("2026-11-30T09:00:00.000Z").tick();
  CHECK(world.of_chores() == 0);
  CHECK(world.call("system.daemon.jobs")->document.at("items").size() == 1);
}

TEST_CASE("a chore enters the book when there is something to do, and runs hz of this home in its slot") {
  HouseWorld world;
  world.packs = packs_worth_merging;
  world.at("2026-11-30T09:00:00.000Z").tick();
  CHECK(world.of_chores() == 1);
  CHECK(world.call("system.daemon.jobs")->document.at("items").size() == 2);

  world.programs.script({"/opt/hz/bin/hz", "ledger", "repack"}, exits(0, "64 packs became one.\n"));
  world.at("2026-12-01T02:20:00.000Z").tick();  // 03:20 in Berlin
  REQUIRE(world.programs.requests.size() == 1);
  const RunRequest& run = world.programs.requests.front();
  CHECK(run.argv == std::vector<std::string>{"/opt/hz/bin/hz", "ledger", "repack"});
  CHECK(run.environment.at("HZ_HOME") == "/home/ada/hz");
  CHECK(world.of_chores() == 4);
  CHECK(world.call("system.daemon.slots", {{"job", "hz:repack"}})->document.at("items").at(0).at("state") ==
        "rendered");
}

TEST_CASE("a night without anything to do is skipped, and the ledger hears nothing of it") {
  HouseWorld world;
  world.packs = packs_worth_merging;
  world.at("2026-11-30T09:00:00.000Z").tick();
  world.packs = 3;
  const std::size_t before = world.events().size();
  const TickReport report = world.at("2026-12-01T02:20:00.000Z").tick();
  CHECK(world.events().size() == before);
  CHECK(TickWorld::lines(report) == std::vector<std::string>{"hz:repack 2026-12-01 03:17 skipped: nothing to do"});
  const auto slots = world.call("system.daemon.slots", {{"job", "hz:repack"}, {"since", "2026-12-01T00:00Z"}});
  REQUIRE(slots);
  CHECK(slots->document.at("items").at(0).at("state") == "skipped");
}

TEST_CASE("a contract of the person's may be called like a chore") {
  HouseWorld world;
  world.packs = packs_worth_merging;
  world.contract(
      "repack",
      "---\nname: repack\nhz:\n  schedule: \"0 12 * * *\"\n  runner: {command: [./job.sh]}\n---\nMine.\n");
  world.at("2026-11-30T09:00:00.000Z").tick();
  const auto jobs = world.call("system.daemon.jobs");
  std::vector<std::string> names;
  for (const Json& job : jobs->document.at("items")) names.push_back(job.at("job"));
  CHECK(names == std::vector<std::string>{"contract:job", "contract:repack", "hz:repack"});
}

TEST_CASE("the contracts that come with hz compile, and their fingerprint does not depend on where hz lies") {
  const auto here = all_chores({[] { return std::size_t{0}; }, "/usr/bin/hz", ""});
  const auto there = all_chores({[] { return std::size_t{0}; }, "/opt/hz", "/home/ada"});
  REQUIRE_FALSE(here.empty());
  for (std::size_t i = 0; i < here.size(); ++i) {
    const Contract one = contract_of(here[i]);
    const Contract other = contract_of(there[i]);
    CHECK(one.fingerprint == other.fingerprint);
    CHECK(one.job().str() == one.name);
    CHECK(contract_of_job(one.job()) == one.name);
    CHECK(other.env == std::vector<std::pair<std::string, std::string>>{{"HZ_HOME", "/home/ada"}});
  }
}

}  // namespace hz
