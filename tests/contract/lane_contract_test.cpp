#include <set>

#include "tests/support/broken_lane.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/memory_lane.hpp"

namespace hz {
namespace {

class MemoryWorld final : public test::LaneWorld {
 public:
  std::unique_ptr<Lane> lane() override { return std::make_unique<test::MemoryLane>(ledger_); }
  std::unique_ptr<Bodies> bodies() override { return std::make_unique<test::MemoryBodies>(ledger_); }

 private:
  std::shared_ptr<test::MemoryLedger> ledger_ = std::make_shared<test::MemoryLedger>();
};

template <class World>
void check_contract() {
  for (const test::LaneCheck& check : test::lane_contract()) {
    World world;
    INFO(check.name);
    CHECK(check.broken(world) == "");
  }
}

}  // namespace

TEST_CASE("a lane in memory keeps the contract") {
  check_contract<MemoryWorld>();
}

TEST_CASE("a lane in git keeps the contract") {
  check_contract<test::GitWorld>();
}

TEST_CASE("a lane in git that is read through an index keeps the contract") {
  check_contract<test::IndexedWorld>();
}

TEST_CASE("each promise, broken, is noticed by the check that is named for it") {
  std::set<std::string> noticed;
  for (const auto& [breach, check] : test::broken_promises()) {
    const auto world = test::make_broken_world(breach);
    INFO(check);
    CHECK(test::lane_check(check).broken(*world) != "");
    noticed.insert(check);
  }
  CHECK(noticed.size() == test::lane_contract().size());
}

}  // namespace hz
