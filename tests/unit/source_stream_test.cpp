// source/<kind>-<digest>: what an input looked like, told only when it moved.
#include "core/watch/source_stream.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

const std::string stream = "source/file-0000000000000000";

SourceObserved seen(char facet) {
  return {"file", 3, {{"items", std::string(64, facet)}}, {97, std::string(64, 'b')}};
}

class Desk {
 public:
  std::vector<std::string> see(const Source::Command& read) {
    std::vector<std::string> types;
    const auto drafts = Source::decide(state, read);
    for (const Draft& draft : *drafts) {
      types.push_back(draft.type);
      test::tell_fold<Source>(state, pen.tell(stream, draft.type, draft.data));
    }
    return types;
  }
  SourceState state;
  test::Pen pen;
};

using Types = std::vector<std::string>;

std::string unread(const Sealed& event) {
  const SourceFact fact = Source::decode(event);
  const auto* found = std::get_if<NotUnderstood>(&fact);
  return found ? found->why : "understood";
}

}  // namespace

TEST_CASE("an observation is told when a facet moved, and says what was read") {
  Desk desk;
  CHECK(desk.see(seen('1')) == Types{"source.observed"});
  CHECK(desk.see(seen('1')).empty());
  CHECK(is_unmoved(desk.state, seen('1').facets));
  CHECK(desk.see(seen('2')) == Types{"source.observed"});
  REQUIRE(desk.state.newest);
  CHECK(desk.state.newest->seen.count == 3);
  CHECK(desk.state.newest->seen.facets == seen('2').facets);
  CHECK(desk.state.newest->seen.items == seen('2').items);
}

TEST_CASE("that a source cannot be read is told once, and so is that it can be again") {
  Desk desk;
  desk.see(seen('1'));
  CHECK(desk.see(SourceFailed{"no such file", std::nullopt}) == Types{"source.failed"});
  CHECK(desk.see(SourceFailed{"no such file", std::nullopt}).empty());
  CHECK(desk.see(seen('1')) == Types{"source.recovered"});
  CHECK(desk.see(SourceFailed{"exit code 1", BodyRef{5, std::string(64, 'c')}}) == Types{"source.failed"});
  CHECK(desk.see(seen('2')) == Types{"source.recovered", "source.observed"});
  CHECK_FALSE(desk.state.failing);
}

TEST_CASE("what a newer hz says of a source, or says wrongly, is not understood") {
  const Json good{{"count", 1},
                  {"cursor", nullptr},
                  {"facets", Json::object()},
                  {"items", {{"bytes", 1}, {"sha256", std::string(64, 'b')}}},
                  {"kind", "file"}};
  CHECK(unread(test::sealed(stream, "source.observed", good)) == "understood");
  CHECK(unread(test::sealed(stream, "source.observed", good, {{"v", 2}})) ==
        "its version is 2, this hz reads up to 1");
  CHECK(unread(test::sealed(stream, "source.moved", good)) == "its type is not known");
  Json bad = good;
  bad["facets"] = {{"items", 7}};
  CHECK(unread(test::sealed(stream, "source.observed", bad)) == "its member \"facets\" is not as expected");
  bad = good;
  bad["items"] = {{"bytes", 1}, {"sha256", "short"}};
  CHECK(unread(test::sealed(stream, "source.observed", bad)) ==
        "its member \"items\" is missing or not as expected");
}
