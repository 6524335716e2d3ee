// job/<name>: what its events say, what they make of a job, and what may be asked of one.
#include "core/job/job_stream.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;
using test::Pen;
using test::sealed;

const std::string stream = "job/contract:digest";
const Slot nine = *parse_slot("2026-12-01T09:00:00Z"), ten = *parse_slot("2026-12-01T10:00:00Z");

LeaseAcquired lease_of(std::vector<Slot> slots) {
  return {
      MachineId{"k3v7q2m5x4ba"}, "boot", std::string(32, '0'), std::move(slots), std::nullopt, Seconds{720}, {}};
}

Receipt receipt_of(Slot slot, std::uint64_t token, Disposition disposition = Disposition::rendered) {
  Receipt receipt;
  receipt.disposition = disposition;
  receipt.slot = slot;
  receipt.as_of = slot;
  receipt.key = slot_key(JobName{"contract:digest"}, slot);
  receipt.wake = "schedule";
  receipt.token = token;
  return receipt;
}

/// Asks, and tells the fold what was said. An error text if it was refused.
class Desk {
 public:
  std::string ask(const Job::Command& command) {
    const auto drafts = Job::decide(state, command);
    if (!drafts)
      return drafts.error().what + " | " + drafts.error().why + " | " + drafts.error().kept + " | " +
             drafts.error().fix;
    for (const Draft& draft : *drafts) test::tell_fold<Job>(state, pen.tell(stream, draft.type, draft.data));
    return "";
  }
  JobState state;
  Pen pen;
};

std::string unread(const Sealed& event) {
  const JobFact fact = Job::decode(event);
  const auto* found = std::get_if<NotUnderstood>(&fact);
  return found ? found->why : "understood";
}

}  // namespace

TEST_CASE("a run takes a lease, leaves a receipt for each slot, and the last one releases it") {
  Desk desk;
  CHECK(desk.ask(BeginRun{lease_of({nine, ten})}).empty());
  REQUIRE(desk.state.lease);
  CHECK(desk.state.lease->token == 1);
  CHECK(slots_left(*desk.state.lease) == std::vector<Slot>{nine, ten});
  CHECK(desk.ask(LeaveReceipt{receipt_of(nine, 1), false}).empty());
  CHECK(slots_left(*desk.state.lease) == std::vector<Slot>{ten});
  CHECK(desk.ask(LeaveReceipt{receipt_of(ten, 1, Disposition::failed), true}).empty());
  CHECK_FALSE(desk.state.lease);
  CHECK(desk.state.newest_slot == ten);
  CHECK(desk.state.last_receipt->receipt.slot == ten);
  CHECK(desk.state.last_rendered->receipt.slot == nine);
  CHECK(desk.state.anomalies.empty());
}

TEST_CASE("a lease is not taken while one is open, and the refusal says whose it is") {
  Desk desk;
  desk.ask(BeginRun{lease_of({nine})});
  CHECK(desk.ask(BeginRun{lease_of({ten})}) ==
        "the job has an open lease (token 1) | machine k3v7q2m5x4ba took it at 2026-11-30T09:02:11.118Z | nothing "
        "was written | hz system daemon status");
}

TEST_CASE("a receipt is refused outside its lease, and for a slot that the lease does not name") {
  Desk desk;
  CHECK(desk.ask(LeaveReceipt{receipt_of(nine, 1), true}) ==
        "token 1 is over | its lease has ended or was never taken | nothing was written | hz system daemon status");
  desk.ask(BeginRun{lease_of({nine})});
  CHECK(desk.ask(LeaveReceipt{receipt_of(ten, 1), true}) ==
        "slot 2026-12-01T10:00:00Z is not one of lease 1 | the lease names its slots | nothing was written | hz "
        "system daemon status");
  CHECK(desk.ask(LeaveReceipt{receipt_of(nine, 7), true}) ==
        "token 7 is over | its lease has ended or was never taken | nothing was written | hz system daemon status");
}

TEST_CASE("losses count from the last receipt on, and only while a slot was left") {
  Desk desk;
  for (std::uint64_t token : {1U, 3U}) {
    desk.ask(BeginRun{lease_of({nine})});
    CHECK(desk.ask(LoseRun{token, "process gone", {}}).empty());
  }
  CHECK(desk.state.losses == 2);
  desk.ask(BeginRun{lease_of({nine})});
  CHECK(desk.ask(LoseRun{5, "process gone", {receipt_of(nine, 5, Disposition::failed)}}).empty());
  CHECK(desk.state.losses == 0);
  CHECK(desk.state.last_receipt->receipt.disposition == Disposition::failed);
  CHECK_FALSE(desk.state.lease);
  CHECK(desk.ask(LoseRun{5, "process gone", {}}) ==
        "lease 5 is not open | it has ended meanwhile | nothing was written | hz system daemon status");
}

TEST_CASE("pauses and resumes alternate, carry skips, and say since when") {
  Desk desk;
  CHECK(desk.ask(ResumeJob{}) == "the job is not paused |  | nothing was written | hz system daemon status");
  CHECK(desk.ask(PauseJob{std::nullopt, {{nine, ten, 2, "unchanged", std::nullopt}}}).empty());
  CHECK(desk.state.paused());
  CHECK(desk.state.newest_slot == ten);
  CHECK(
      desk.ask(PauseJob{}) ==
      "the job is paused already | since 2026-11-30T09:02:11.118Z | nothing was written | hz system daemon status");
  CHECK(desk.ask(ResumeJob{}).empty());
  CHECK_FALSE(desk.state.paused());
}

TEST_CASE("what a newer hz says of a job, or says wrongly, is not understood and changes nothing") {
  CHECK(unread(sealed(stream, "lease.renamed", {{"token", 1}})) == "its type is not known");
  CHECK(unread(sealed(stream, "lease.released", {{"token", 1}}, {{"v", 2}})) ==
        "its version is 2, this hz reads up to 1");
  CHECK(unread(sealed(stream, "lease.released", {{"token", "one"}})) ==
        "its member \"token\" is missing or not as expected");
  CHECK(unread(sealed(stream, "lease.lost", {{"token", 1}})) == "its member \"why\" is missing or not as expected");
  CHECK(unread(sealed(stream, "lease.acquired",
                      {{"boot", "b"}, {"machine", "m"}, {"nonce", "n"}, {"slots", {"soon"}}, {"ttl_s", 1}})) ==
        "its member \"slots\" is missing or not as expected");
  CHECK(unread(sealed(stream, "receipt", {{"disposition", "awaiting"}})) ==
        "its member \"disposition\" is missing or not as expected");
  CHECK(unread(sealed(stream, "job.paused", {{"skipped", {{"from", "x"}}}})) ==
        "its member \"skipped\" is missing or not as expected");
  CHECK(unread(sealed(stream, "job.resumed", Json::object())) == "understood");
  Desk desk;
  test::tell_fold<Job>(desk.state, desk.pen.tell(stream, "lease.renamed", {{"token", 1}}));
  CHECK_FALSE(desk.state.lease);
  CHECK(desk.state.anomalies.empty());
}

TEST_CASE("apply is total: what contradicts the past becomes an anomaly, and the fold goes on") {
  JobState state;
  Pen pen;
  const Placed released = pen.tell(stream, "lease.released", {{"token", 9}});
  const Placed outside = pen.tell(stream, "receipt", receipt_of(nine, 9).to_json());
  test::tell_fold<Job>(state, released);
  test::tell_fold<Job>(state, outside);
  CHECK(state.anomalies ==
        std::vector<std::string>{"event " + released.event.id.shown() + " ends lease 9, which is not open",
                                 "receipt " + outside.event.id.shown() + " stands outside its lease 9"});
  CHECK(state.newest_slot == nine);
}
