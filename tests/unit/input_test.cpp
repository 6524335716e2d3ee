// The list `inputs:` of a contract.
#include "core/watch/input.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/memory_files.hpp"

using namespace hz;
using namespace hz::test;

namespace {

const Json good{{"name", "news"}, {"kind", "file"}, {"path", "a"}};

Json with(const Json& changes) {
  Json members = good;
  members.update(changes);
  return members;
}

std::string problems_of_list(const Json& list) {
  Problems problems;
  static_cast<void>(bind_inputs(node_of(list), contract_folder, problems));
  std::string text;
  for (const Problem& problem : problems) text += problem.place.str() + " " + problem.what + "\n";
  return text;
}

}  // namespace

TEST_CASE("an input's name is short, plain and its own") {
  CHECK(input(with({{"name", "a-1_b.c"}})).name == "a-1_b.c");
  CHECK(problems_of_input(with({{"name", "News"}})) ==
        "an input's name is 1 to 64 of [a-z0-9._-] — for example \"news\"\n");
  CHECK(problems_of_input(with({{"name", std::string(65, 'a')}})) ==
        "an input's name is 1 to 64 of [a-z0-9._-] — for example \"news\"\n");
  CHECK(problems_of_list({good, good}) == "digest.md:4:5 there is an input \"news\" already\n");
}

TEST_CASE("a kind that hz does not have is named with those it has, and its other members are not judged") {
  std::string kinds;
  for (const InputKind& kind : input_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind.name;
  CHECK(problems_of_input(with({{"kind", "feeed"}, {"speed", 3}})) ==
        "\"kind\" under input \"news\" must be " + kinds + ", not \"feeed\" — did you mean \"feed\"?\n");
  CHECK(problems_of_input({{"name", "news"}, {"path", "a"}}) == "the kind is missing — one of " + kinds + "\n");
}

TEST_CASE("a member that a kind does not have is a problem with the nearest one as a hint") {
  CHECK(problems_of_input(with({{"pat", "b"}})) ==
        "unknown key \"pat\" under input \"news\" — did you mean \"path\"?\n");
}

TEST_CASE("an input with an error is left out, the others stay") {
  Problems problems;
  const auto specs = bind_inputs(node_of({with({{"name", "BAD"}}), good}), contract_folder, problems);
  REQUIRE(specs.size() == 1);
  CHECK(specs.front().name == "news");
  CHECK(problems.size() == 1);
}

TEST_CASE("inputs are a list, of at most thirty-two") {
  CHECK(problems_of_list({{"news", good}}) == "digest.md:4:5 inputs: is a table, not a list\n");
  Json many = Json::array();
  for (int i = 0; i < 33; ++i) many.push_back(with({{"name", "n" + std::to_string(i)}}));
  CHECK(problems_of_list(many) == "digest.md:4:5 33 inputs, a contract has at most 32\n");
  many.erase(0);
  CHECK(problems_of_list(many).empty());
}

TEST_CASE("every kind is found by its name, and reading a kind from a newer hz is an error, not a crash") {
  for (const InputKind& kind : input_kinds()) CHECK(find_input_kind(kind.name) == &kind);
  CHECK(find_input_kind("tides") == nullptr);
  const MemoryFiles files;
  const auto reading = read_input({"sea", "tides", Json::object()}, {files, nullptr, {}, contract_folder});
  REQUIRE_FALSE(reading);
  CHECK(reading.error().why == "This hz knows no inputs of kind \"tides\".");
}
