#include "core/event/event.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

const StreamName stream{"job", "contract:digest"};

/// Three events of one stream, the second of which says `word`.
std::vector<Sealed> chain(const std::string& word = "second", const StreamName& of = stream) {
  const Stamp stamp{
      *parse_instant("2026-11-30T09:02:10.118Z"), {"k3v7q2m5x4ba", "ada", "cli", "0.1.0"}, std::nullopt};
  std::vector<Sealed> events;
  Head head;
  for (const std::string& text : {std::string{"first"}, word, std::string{"third"}}) {
    auto event = seal(stamp, of, head, {"receipt", {{"text", text}}, false});
    REQUIRE(event);
    head = {event->seq, event->id};
    events.push_back(*std::move(event));
  }
  return events;
}

/// What the check says of the last of these events, all before it being right.
std::string last(const std::vector<Sealed>& events) {
  ChainCheck check{stream};
  for (std::size_t i = 0; i + 1 < events.size(); ++i) REQUIRE(check.accept(events[i]));
  const auto accepted = check.accept(events.back());
  if (accepted) return "accepted";
  CHECK(accepted.error() == Error{ErrorKind::damaged,
                                  "the chain of job/contract:digest breaks at " + events.back().id.shown(),
                                  accepted.error().why, "Nothing was repaired.", "hz audit verify"});
  return accepted.error().why;
}

}  // namespace

TEST_CASE("a chain is accepted in order, and the check knows its head") {
  const auto events = chain();
  ChainCheck check{stream};
  for (const Sealed& event : events) REQUIRE(check.accept(event));
  CHECK(check.head().seq == 3);
  CHECK(check.head().id == events[2].id);
}

TEST_CASE("a chain is followed on from a known head") {
  const auto events = chain();
  ChainCheck check{stream, {1, events[0].id}};
  CHECK(check.accept(events[1]));
  CHECK(check.accept(events[2]));
}

TEST_CASE("a dropped event is found at its successor") {
  const auto events = chain();
  CHECK(last({events[0], events[2]}) == "It has number 3 where 2 was expected.");
  CHECK(last({events[1]}) == "It has number 2 where 1 was expected.");
}

TEST_CASE("a repeated event is found") {
  const auto events = chain();
  CHECK(last({events[0], events[1], events[1]}) == "It has number 2 where 3 was expected.");
}

TEST_CASE("a replaced event is found at its successor") {
  const auto events = chain();
  const auto other = chain("another");
  CHECK(last({events[0], other[1]}) == "accepted");
  CHECK(last({events[0], other[1], events[2]}) ==
        "It follows " + events[1].id.shown() + " where " + other[1].id.shown() + " was expected.");
}

TEST_CASE("an event of another stream does not belong into the chain") {
  CHECK(last({chain("second", {"job", "contract:other"})[0]}) == "It belongs to job/contract:other.");
}

TEST_CASE("a refused event leaves the check where it was") {
  const auto events = chain();
  ChainCheck check{stream};
  REQUIRE(check.accept(events[0]));
  REQUIRE(!check.accept(events[2]));
  CHECK(check.accept(events[1]));
}
