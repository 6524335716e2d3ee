// Every operation of this hz by head and reach, kept whole: what an agent may do is reviewed as a diff of this
// table.
#include <algorithm>

#include "heads/app/operations.hpp"
#include "heads/host/clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

namespace hz {
namespace {

Registry this_hz() {
  static const SystemClock clock;
  static SystemEntropy entropy;
  // Nothing is opened by declaring, so a process without a home will do.
  return all_operations({ProcessFacts{}, "cli", clock, entropy});
}

}  // namespace

TEST_CASE("the table of operations by head and reach is the reviewed one") {
  test::check_golden("operations.txt", operations_table(this_hz()));
}

TEST_CASE("every operation has an example, and every example names its operation") {
  const Registry registry = this_hz();
  for (const auto& [name, operation] : registry.all()) {
    INFO(name);
    CHECK_FALSE(operation.examples.empty());
    for (const Example& example : operation.examples)
      CHECK(example.command.find(command_line_of(operation)) != std::string::npos);
  }
}

TEST_CASE("what reads takes --at wherever it answers from events") {
  const Registry registry = this_hz();
  for (const char* name : {"system.daemon.jobs", "system.daemon.status", "system.daemon.slots", "why", "draft.list",
                           "draft.show", "audit.log", "audit.show"}) {
    INFO(name);
    const Operation* operation = registry.find(name);
    REQUIRE(operation != nullptr);
    CHECK(operation->reach == Reach::reads);
    const bool has_at = std::any_of(operation->params.begin(), operation->params.end(),
                                    [](const Param& param) { return param.name == "at"; });
    CHECK(has_at);
  }
}

}  // namespace hz
