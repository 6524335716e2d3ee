// Inputs of kind json.
#include "core/base/digest.hpp"
#include "core/watch/pointer.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/memory_files.hpp"

using namespace hz;
using hz::test::MemoryFiles;
using hz::test::problems_of_input;

namespace {

const std::string path = "/home/ada/contracts/s.json";

Result<Reading> read(const std::string& bytes, Json members) {
  MemoryFiles files;
  files.put(path, bytes);
  members.update({{"name", "status"}, {"kind", "json"}, {"path", "s.json"}});
  return read_input(hz::test::input(members), {files, nullptr, {}, hz::test::contract_folder});
}

/// "key|title|text" of each item.
std::vector<std::string> told(const std::string& bytes, const Json& members = Json::object()) {
  auto reading = read(bytes, members);
  if (!reading) FAIL(reading.error().why);
  std::vector<std::string> lines;
  for (const Item& item : reading->items) {
    CHECK(item.fingerprint == sha256_hex(*item.text));
    lines.push_back(item.key + "|" + item.title + "|" + *item.text);
  }
  return lines;
}

std::string why(const std::string& bytes, const Json& members = Json::object()) {
  const auto reading = read(bytes, members);
  REQUIRE_FALSE(reading);
  CHECK(reading.error().kind == ErrorKind::unavailable);
  CHECK(reading.error().what == "input \"status\" cannot be read");
  return reading.error().why;
}

std::string problems(Json members) {
  members.update({{"name", "status"}, {"kind", "json"}, {"path", "s.json"}});
  return problems_of_input(members);
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("without a pointer the whole document is one item, in its canonical form") {
  CHECK(told(R"({ "b": 1.0, "a": [true] })") == Lines{R"(document|document|{"a":[true],"b":1})"});
}

TEST_CASE("a pointer picks one value, which is named by the pointer") {
  CHECK(told(R"({"a":{"b/c":[7,8]}})", {{"pointer", "/a/b~1c/1"}}) == Lines{"/a/b~1c/1|/a/b~1c/1|8"});
}

TEST_CASE("white space and the order of members are no change") {
  const auto one = read(R"({"a":1,"b":2})", Json::object());
  const auto two = read("{\n \"b\": 2, \"a\": 1e0 }", Json::object());
  REQUIRE(one);
  REQUIRE(two);
  CHECK(items_facet(one->items) == items_facet(two->items));
}

TEST_CASE("with each, every element of a list is an item, named by its place unless a key is given") {
  const std::string jobs = R"({"jobs":[{"id":"x","name":"Build"},{"id":7},"loose",{"id":null,"name":[1]}]})";
  CHECK(told(jobs, {{"each", "/jobs"}}) == Lines{R"(0|0|{"id":"x","name":"Build"})", R"(1|1|{"id":7})",
                                                 R"(2|2|"loose")", R"(3|3|{"id":null,"name":[1]})"});
  CHECK(told(jobs, {{"each", "/jobs"}, {"key", "/id"}, {"title", "/name"}}) ==
        Lines{R"(x|Build|{"id":"x","name":"Build"})", R"(7|7|{"id":7})", R"(2|2|"loose")",
              R"(3|3|{"id":null,"name":[1]})"});
}

TEST_CASE("with each, every member of an object is an item, named by its name") {
  CHECK(told(R"({"hosts":{"web":{"up":true},"db":{"up":false}}})", {{"pointer", "/hosts"}, {"each", ""}}) ==
        Lines{R"(db|db|{"up":false})", R"(web|web|{"up":true})"});
}

TEST_CASE("each begins where the pointer leads") {
  CHECK(told(R"({"a":{"list":[1]}})", {{"pointer", "/a"}, {"each", "/list"}}) == Lines{"0|0|1"});
}

TEST_CASE("equal keys are told apart") {
  CHECK(told(R"([{"id":1},{"id":1}])", {{"each", ""}, {"key", "/id"}}) ==
        Lines{R"(1|1|{"id":1})", R"(1#2|1|{"id":1})"});
}

TEST_CASE("a pointer that leads nowhere fails the reading and says from where") {
  CHECK(why(R"({"a":1})", {{"pointer", "/b"}}) == path + " holds nothing at \"/b\".");
  CHECK(why(R"({"a":{}})", {{"pointer", "/a"}, {"each", "/b"}}) == path + " holds nothing at \"/a/b\".");
  CHECK(why(R"({"a":1})", {{"each", "/a"}}) == "\"each\" leads to a single value, not to a list or an object.");
}

TEST_CASE("JSON that a lenient reader would accept is refused with its place") {
  CHECK(why("{\n  \"a\": 1,\n  \"a\": 2\n}").find(path + ", line 3, column ") == 0);
  CHECK(why("").find(path + ", line 1, column 1: ") == 0);
  CHECK_FALSE(read("{\"a\":\"\xFF\"}", Json::object()));
  CHECK_FALSE(read(R"({"a":"\ud800"})", Json::object()));
  CHECK_FALSE(read("[1e999]", Json::object()));
  CHECK_FALSE(read(std::string(100'000, '['), Json::object()));
}

TEST_CASE("five thousand elements are kept, and the rest is counted before it takes room") {
  std::string list = "[0";
  for (int i = 1; i < 6000; ++i) list += ",0";
  const auto many = read(list + "]", {{"each", ""}});
  REQUIRE(many);
  CHECK(many->items.size() == 5000);
  CHECK(many->cuts == Lines{"5000 of 6000 items kept"});
}

TEST_CASE("members of a json input are checked where they are declared") {
  CHECK(problems({{"pointer", "items"}}) ==
        "\"items\" is no JSON pointer — start each step with a slash, as in \"/items/0\"; \"\" is the whole "
        "document\n");
  CHECK(problems({{"each", "/a~2"}}) ==
        "\"/a~2\" is no JSON pointer — start each step with a slash, as in \"/items/0\"; \"\" is the whole "
        "document\n");
  CHECK(problems({{"key", "/id"}}) ==
        "\"key\" names a member of each element, and there is no \"each\" — add \"each\" with a pointer to the "
        "list\n");
  CHECK(problems({{"poiner", "/a"}}) ==
        "unknown key \"poiner\" under input \"status\" — did you mean \"pointer\"?\n");
}

TEST_CASE("JSON pointers are those of RFC 6901") {
  const Json document =
      Json::parse(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  struct Case {
    std::string pointer, value;
  };
  const Case c =
      GENERATE(as<Case>{}, Case{"/foo", R"(["bar","baz"])"}, Case{"/foo/0", "\"bar\""}, Case{"/", "0"},
               Case{"/a~1b", "1"}, Case{"/c%d", "2"}, Case{"/e^f", "3"}, Case{"/g|h", "4"}, Case{"/i\\j", "5"},
               Case{"/k\"l", "6"}, Case{"/ ", "7"}, Case{"/m~0n", "8"}, Case{"/foo/2", ""}, Case{"/foo/-", ""},
               Case{"/foo/01", ""}, Case{"/foo/", ""}, Case{"/foo/1x", ""}, Case{"/foo/0/x", ""},
               Case{"/foo/99999999999999999999", ""}, Case{"/foo/-1", ""}, Case{"/bar", ""});
  INFO(c.pointer);
  const auto pointer = JsonPointer::parse(c.pointer);
  REQUIRE(pointer);
  const Json* found = pointer->find(document);
  CHECK((found == nullptr ? "" : canonical(*found)) == c.value);
}
