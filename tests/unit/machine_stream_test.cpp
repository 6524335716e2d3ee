// machine/<id>: pausing a daemon.
#include "core/job/machine_stream.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

const std::string stream = "machine/k3v7q2m5x4ba";

std::string refusal(const MachineState& state, const Machine::Command& command) {
  const auto drafts = Machine::decide(state, command);
  if (drafts) return drafts->size() == 1 ? drafts->front().type : "nothing";
  const Error& error = drafts.error();
  return error.what + " | " + error.why + " | " + error.kept + " | " + error.fix;
}

}  // namespace

TEST_CASE("a daemon is paused once and resumed once, and each refusal says why") {
  MachineState state;
  test::Pen pen;
  CHECK(refusal(state, DaemonResumed{}) ==
        "the daemon is not paused |  | nothing was written | hz system daemon status");
  CHECK(refusal(state, DaemonPaused{}) == "daemon.paused");
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.paused", {{"reason", nullptr}}));
  CHECK(state.paused());
  CHECK(refusal(state, DaemonPaused{}) ==
        "the daemon is paused already | since 2026-11-30T09:02:11.118Z by ada | nothing was written | hz system "
        "daemon resume");
  CHECK(refusal(state, DaemonResumed{}) == "daemon.resumed");
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.resumed"));
  CHECK_FALSE(state.paused());
  REQUIRE(state.pauses.size() == 1);
  CHECK(to_text(*state.pauses.front().to) == "2026-11-30T09:02:12.118Z");
}

TEST_CASE("a pause that is told twice is one pause, and a resume without one is none") {
  MachineState state;
  test::Pen pen;
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.resumed"));
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.paused"));
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.paused"));
  test::tell_fold<Machine>(state, pen.tell(stream, "daemon.throttled"));
  CHECK(state.pauses.size() == 1);
  CHECK(state.paused());
}

TEST_CASE("what a newer hz says of a machine is not understood") {
  CHECK(std::holds_alternative<NotUnderstood>(
      Machine::decode(test::sealed(stream, "daemon.throttled", Json::object()))));
  CHECK(std::holds_alternative<NotUnderstood>(
      Machine::decode(test::sealed(stream, "daemon.paused", Json::object(), {{"v", 2}}))));
  CHECK(std::holds_alternative<DaemonPaused>(
      Machine::decode(test::sealed(stream, "daemon.paused", {{"reason", nullptr}, {"mood", "low"}}))));
}
