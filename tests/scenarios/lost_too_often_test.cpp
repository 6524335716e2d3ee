// Runs that are lost again and again: the slots that they fail are done with.
#include "core/audit/meaning.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

using test::exits;
using test::TickWorld;

const char* const often = R"(---
name: often
hz:
  schedule: "*/2 * * * *"
  catch_up: all
  runner: {command: [./often.sh]}
---
Every slot counts.
)";

}  // namespace

TEST_CASE("slots that fail for being lost too often are not due again in the round that fails them") {
  TickWorld world;
  world.contract("often", often);
  world.programs.script({"./often.sh"}, exits(0, "# Often\n"));
  for (const char* const killed : {"2026-11-30T09:02:10.000Z", "2026-11-30T09:03:10.000Z"}) {
    world.programs.crash_during({"./often.sh"});
    world.at(killed).tick_killed();
  }
  const TickReport report = world.at("2026-11-30T09:03:20.000Z").tick();
  CHECK(TickWorld::lines(report) ==
        std::vector<std::string>{"contract:often 2026-11-30 09:58 failed: lost 2 times",
                                 "contract:often 2026-11-30 10:00 failed: lost 2 times",
                                 "contract:often 2026-11-30 10:02 failed: lost 2 times"});
  CHECK_FALSE(report.well);
  MeaningAudit audit;
  for (const Placed& placed : world.events()) CHECK(audit.take(placed).empty());
}

}  // namespace hz
