// The events and bodies of docs' worked example, whose ids were made by another program than this one.
#include <map>

#include "core/base/digest.hpp"
#include "core/event/body.hpp"
#include "core/event/event.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"

using namespace hz;
using hz::test::fixture_lines;

namespace {

Sealed read(const std::string& bytes) {
  auto event = read_event(bytes);
  INFO(bytes);
  REQUIRE(event);
  return *std::move(event);
}

std::vector<Sealed> example() {
  std::vector<Sealed> events;
  for (const std::string& line : fixture_lines("worked-example/events.jsonl")) events.push_back(read(line));
  return events;
}

}  // namespace

TEST_CASE("the worked example's events have the ids that it prints") {
  const auto ids = fixture_lines("worked-example/events.ids");  // "<number in the lane> <id>"
  const auto events = example();
  REQUIRE(ids.size() == 14);
  REQUIRE(events.size() == ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) CHECK(events[i].id.str() == ids[i].substr(ids[i].find(' ') + 1));
}

TEST_CASE("the worked example's chains follow one another, except where it leaves events out") {
  std::map<StreamName, ChainCheck> chains;
  for (const Sealed& event : example()) {
    const auto [chain, fresh] = chains.try_emplace(event.stream, event.stream);
    const auto accepted = chain->second.accept(event);
    INFO(event.bytes);
    REQUIRE(accepted);
  }
  CHECK(chains.size() == 4);
  CHECK(chains.at({"job", "contract:digest"}).head().seq == 8);
  CHECK(chains.at({"source", "feed-77ef8406b1b3dd4c"}).head().seq == 2);
}

TEST_CASE("sealing what the worked example says gives its bytes and ids") {
  for (const Sealed& event : example()) {
    const Head head{event.seq - 1, event.prev};
    const auto again =
        seal({event.at, event.by, event.main}, event.stream, head, {event.type, event.data, event.note});
    REQUIRE(again);
    CHECK(again->bytes == event.bytes);
    CHECK(again->id == event.id);
  }
}

TEST_CASE("the worked example's bodies have the sizes and digests that its events name") {
  const auto digests = fixture_lines("worked-example/bodies.ids");
  const auto bodies = fixture_lines("worked-example/bodies.jsonl");
  REQUIRE(digests.size() == 4);
  REQUIRE(bodies.size() == digests.size());
  std::map<std::string, BodyRef> named;
  for (const Sealed& event : example()) {
    for (const char* const name : {"items", "draft"}) {
      const Json* body = member(event.data, name);
      if (body == nullptr) continue;
      const auto ref = BodyRef::from_json(*body);
      REQUIRE(ref);
      named.emplace(ref->sha256, *ref);
    }
  }
  CHECK(named.size() == 4);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    REQUIRE(named.count(digests[i]) == 1);
    const auto body = read_body(bodies[i], named.at(digests[i]));
    REQUIRE(body);
    const auto salt = text_at(Json::parse(bodies[i]), "salt");
    REQUIRE(salt);
    const SealedBody again = seal_body(body->media, *salt, body->text);
    CHECK(again.bytes == bodies[i]);
    CHECK(again.ref == named.at(digests[i]));
  }
}

TEST_CASE("the facet of the worked example is the fingerprint of its items' keys and fingerprints") {
  const auto body = Json::parse(fixture_lines("worked-example/bodies.jsonl").at(0));
  Json facet = Json::array();
  for (const Json& item : Json::parse(body.at("text").get<std::string>())) {
    facet.push_back({item.at("key"), item.at("fingerprint")});
  }
  CHECK(fingerprint(facet) == "9e80c58dd83f4dfe75ee368ea023c87e2c27772e2b52dfe18996cd8bc7cf576f");
}

TEST_CASE("the pages on formats show events and bodies whose digests they print") {
  const auto shown_in = [](const std::string& page) {
    std::vector<std::string> blocks;
    const auto lines = split_lines(hz::test::read_source("docs/formats/" + page));
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      if (lines[i] == "```json") blocks.push_back(lines[i + 1]);
    }
    return blocks;
  };
  const std::string event_page = hz::test::read_source("docs/formats/event.md");
  const auto events = shown_in("event.md");
  REQUIRE(events.size() == 2);
  for (const std::string& bytes : events) CHECK(event_page.find(read(bytes).id.str()) != std::string::npos);

  const auto bodies = shown_in("body.md");
  REQUIRE(bodies.size() == 2);
  const auto ref = BodyRef::from_json(Json::parse(bodies[1]));
  REQUIRE(ref);
  CHECK(read_body(bodies[0], *ref));
}
