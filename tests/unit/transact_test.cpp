// transact: the one way to change anything.
#include "core/fold/transact.hpp"

#include "core/job/job_stream.hpp"
#include "core/job/machine_stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_lane.hpp"

namespace {

using namespace hz;
using test::MemoryLane;
using test::MemoryLedger;

const StreamName machine{"machine", "k3v7q2m5x4ba"};
const StreamName job{"job", "contract:digest"};

Stamp stamp_at(const std::string& at) {
  return {*parse_instant(at), {"k3v7q2m5x4ba", "ada", "cli", "0.1.0"}, std::nullopt};
}
const Stamp nine = stamp_at("2026-12-01T09:00:00.000Z");

std::vector<std::string> types(Lane& lane) {
  std::vector<std::string> told;
  (*lane.at_tip())->for_each([&](const Placed& placed) { told.push_back(placed.event.type); });
  return told;
}
using Types = std::vector<std::string>;

/// Somebody else appends just before the first appends of this one.
class BeatenLane final : public MemoryLane {
 public:
  using MemoryLane::MemoryLane;
  std::vector<std::function<void()>> others;
  int appends = 0;
  Result<Tip> append(const Tip& expected, const Commit& commit) override {
    ++appends;
    if (!others.empty()) {
      const auto other = others.front();
      others.erase(others.begin());
      other();
    }
    return MemoryLane::append(expected, commit);
  }
};

Result<Committed> pause(Lane& lane, const Stamp& stamp = nine) {
  return transact(lane, stamp, [](const View&, Batch& batch) {
    batch.say("paused");
    return batch.change<Machine>(machine, DaemonPaused{});
  });
}

/// Puts an event of a newer hz into a stream, sealed as it would be.
void told_by_newer(Lane& lane, const StreamName& stream, const std::string& type, bool note) {
  Stamp stamp = nine;
  stamp.by.version = "9.1.0";
  const auto view = *lane.at_tip();
  const Sealed event = *seal(stamp, stream, view->head(stream), {type, Json::object(), note});
  REQUIRE(lane.append(view->tip(), {"newer", stamp, {event}}));
}

}  // namespace

TEST_CASE("a lost swap is decided again on the newer state, and what was said stays said") {
  const auto ledger = std::make_shared<MemoryLedger>();
  MemoryLane other(ledger);
  BeatenLane lane(ledger);
  lane.others.emplace_back([&] {
    REQUIRE(transact(other, nine, [](const View&, Batch& batch) { return batch.change<Job>(job, PauseJob{}); }));
  });
  std::vector<std::uint64_t> counts;
  const auto committed = transact(lane, nine, [&](const View& view, Batch& batch) {
    counts.push_back(view.tip().count);
    return batch.change<Machine>(machine, DaemonPaused{});
  });
  REQUIRE(committed);
  CHECK(counts == std::vector<std::uint64_t>{0, 1});
  CHECK(committed->tip.count == 2);
  CHECK(types(lane) == Types{"job.paused", "daemon.paused"});
}

TEST_CASE("who was beaten by the same change is refused by what the other one did") {
  const auto ledger = std::make_shared<MemoryLedger>();
  MemoryLane other(ledger);
  BeatenLane lane(ledger);
  lane.others.emplace_back([&] { REQUIRE(pause(other)); });
  const auto committed = pause(lane);
  REQUIRE_FALSE(committed);
  CHECK(committed.error().what == "the daemon is paused already");
  CHECK(types(lane) == Types{"daemon.paused"});
}

TEST_CASE("a refusal leaves nothing, not even what the same commit said before it") {
  MemoryLane lane;
  const auto committed = transact(lane, nine, [](const View&, Batch& batch) -> Result<void> {
    HZ_TRY(batch.change<Job>(job, PauseJob{}));
    return batch.change<Machine>(machine, DaemonResumed{});
  });
  REQUIRE_FALSE(committed);
  CHECK(committed.error().what == "the daemon is not paused");
  CHECK(types(lane).empty());
}

TEST_CASE("a refused change leaves the batch as it was, and the rest may be said") {
  MemoryLane lane;
  REQUIRE(transact(lane, nine, [](const View&, Batch& batch) -> Result<void> {
    CHECK_FALSE(batch.change<Machine>(machine, DaemonResumed{}));
    return batch.change<Job>(job, PauseJob{});
  }));
  CHECK(types(lane) == Types{"job.paused"});
}

TEST_CASE("later changes of a batch see the earlier ones, and all of it is one commit of one time") {
  MemoryLane lane;
  const auto committed = transact(lane, nine, [](const View&, Batch& batch) -> Result<void> {
    batch.say("paused");
    batch.say("resumed");
    HZ_TRY(batch.change<Machine>(machine, DaemonPaused{}));
    HZ_TRY_ASSIGN(const MachineState* const state, batch.state<Machine>(machine));
    CHECK(state->paused());
    CHECK(batch.commit().subject == "paused; resumed");
    return batch.change<Machine>(machine, DaemonResumed{});
  });
  REQUIRE(committed);
  REQUIRE(committed->events.size() == 2);
  CHECK(committed->events[1].prev == committed->events[0].id);
  CHECK(committed->events[1].at == committed->events[0].at);
  CHECK(lane.ledger().commits.size() == 1);
}

TEST_CASE("who has nothing to say appends nothing") {
  BeatenLane lane;
  const auto committed = transact(lane, nine, [](const View&, Batch&) { return ok(); });
  REQUIRE(committed);
  CHECK(committed->events.empty());
  CHECK(committed->tip == Tip{});
  CHECK(lane.appends == 0);
}

TEST_CASE("times in a lane never decrease: a clock that went back writes at the newest time") {
  MemoryLane lane;
  REQUIRE(pause(lane, stamp_at("2026-12-01T10:00:00.500Z")));
  const auto committed = transact(
      lane, nine, [](const View&, Batch& batch) { return batch.change<Machine>(machine, DaemonResumed{}); });
  REQUIRE(committed);
  CHECK(to_text(committed->events.front().at) == "2026-12-01T10:00:00.500Z");
}

TEST_CASE(
    "a stream with an event that this hz does not understand is read and not written, and the version needed is "
    "named") {
  MemoryLane lane;
  told_by_newer(lane, machine, "daemon.throttled", false);
  const auto committed = pause(lane);
  REQUIRE_FALSE(committed);
  CHECK(committed.error().kind == ErrorKind::environment);
  CHECK(committed.error().what ==
        "the stream machine/k3v7q2m5x4ba holds an event that this hz does not understand: daemon.throttled");
  CHECK(committed.error().why == "its type is not known; it was written by hz 9.1.0");
  CHECK(committed.error().kept == "It can be read; nothing was written to it.");
  CHECK(committed.error().fix == "update hz to 9.1.0 or newer");
  CHECK(transact(lane, nine, [](const View&, Batch& batch) { return batch.change<Job>(job, PauseJob{}); }));
}

TEST_CASE("an event that is a note does not keep the stream from being written") {
  MemoryLane lane;
  told_by_newer(lane, machine, "daemon.remarked", true);
  REQUIRE(pause(lane));
  CHECK(types(lane) == Types{"daemon.remarked", "daemon.paused"});
}

TEST_CASE("who loses every swap gives up with the reason, and has written nothing") {
  const auto ledger = std::make_shared<MemoryLedger>();
  MemoryLane other(ledger);
  BeatenLane lane(ledger);
  for (int i = 0; i < transact_tries_max; ++i) {
    lane.others.emplace_back([&other, i] {
      REQUIRE(transact(other, nine, [i](const View&, Batch& batch) {
        return i % 2 == 0 ? batch.change<Job>(job, PauseJob{}) : batch.change<Job>(job, ResumeJob{});
      }));
    });
  }
  const auto committed = pause(lane);
  REQUIRE_FALSE(committed);
  CHECK(committed.error().kind == ErrorKind::conflict);
  CHECK(committed.error().what == "the lane refs/heads/hz/log/memory/1 moved each time");
  CHECK(lane.appends == transact_tries_max);
}
