#include <string>

#include "core/config/node.hpp"
#include "core/config/yaml.hpp"
#include "tests/support/catch.hpp"

namespace hz {
namespace {

Node node_of(const std::string& yaml) {
  Parsed parsed = read_yaml(yaml, "f.md");
  REQUIRE(parsed.root);
  REQUIRE(parsed.problems.empty());
  return *std::move(parsed.root);
}

std::string lines(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.str() + "\n";
  return text;
}

}  // namespace

TEST_CASE("right members are read, absent ones are nothing, and neither is a problem") {
  const Node node = node_of("t: x\nn: 3\nf: true\nd: 10m\nl: [a, b]\no: red\n");
  Problems problems;
  Binder binder(node, "hz:", problems);
  CHECK(binder.text("t") == "x");
  CHECK(binder.required_text("t") == "x");
  CHECK(binder.integer("n", 1, 3) == 3);
  CHECK(binder.flag("f") == true);
  CHECK(binder.duration("d", Millis(1), std::chrono::hours(1)) == std::chrono::minutes(10));
  CHECK(binder.texts("l") == std::vector<std::string>{"a", "b"});
  CHECK(binder.one_of("o", {"red", "blue"}) == "red");
  CHECK_FALSE(binder.text("absent"));
  CHECK_FALSE(binder.has("absent"));
  binder.finish();
  CHECK(lines(problems).empty());
}

TEST_CASE("each wrong member is a problem at its value") {
  const Node node = node_of("t: 1\nn: 9\nm: x\nf: 1\nd: soon\ne: 2h\ng: 5\nl: x\nk: [a, 1]\no: rad\n");
  Problems problems;
  Binder binder(node, "hz:", problems);
  CHECK_FALSE(binder.text("t"));
  CHECK_FALSE(binder.integer("n", 1, 3));
  CHECK_FALSE(binder.integer("m", 1, 3));
  CHECK_FALSE(binder.flag("f"));
  CHECK_FALSE(binder.duration("d", Millis(1), std::chrono::hours(1)));
  CHECK_FALSE(binder.duration("e", std::chrono::seconds(1), std::chrono::hours(1)));
  CHECK_FALSE(binder.duration("g", Millis(1), std::chrono::hours(1)));
  CHECK_FALSE(binder.texts("l"));
  CHECK_FALSE(binder.texts("k"));
  CHECK_FALSE(binder.one_of("o", {"red", "blue"}));
  CHECK_FALSE(binder.required_text("z"));
  CHECK(
      lines(problems) ==
      "f.md:1:4: \"t\" under hz: must be text, not a whole number — put it in quotes\n"
      "f.md:2:4: \"n\" under hz: must be 1 to 3, not 9\n"
      "f.md:3:4: \"m\" under hz: must be a whole number, not text\n"
      "f.md:4:4: \"f\" under hz: must be true or false, not a whole number\n"
      "f.md:5:4: \"d\" under hz: must be a duration, not \"soon\" — write a whole number and a unit: 90s, 10m, 2h "
      "or 7d\n"
      "f.md:6:4: \"e\" under hz: must be 1s to 1h, not 2h\n"
      "f.md:7:4: \"g\" under hz: must be a duration, not a whole number — write a whole number and a unit: 90s, "
      "10m, 2h or 7d\n"
      "f.md:8:4: \"l\" under hz: must be a list of text, not text — write it between [ and ], its items separated "
      "by commas\n"
      "f.md:9:8: each item of \"k\" under hz: must be text, not a whole number — put it in quotes\n"
      "f.md:10:4: \"o\" under hz: must be red, blue, not \"rad\" — did you mean \"red\"?\n"
      "f.md:1:1: \"z\" is missing under hz:\n");
}

TEST_CASE("members that nobody asked for are problems at their keys, with the nearest key that was asked for") {
  const Node node = node_of("title: x\nscedule: y\nqqqqqq: z\n");
  Problems problems;
  Binder binder(node, "hz:", problems);
  CHECK(binder.text("title"));
  CHECK_FALSE(binder.text("schedule"));
  binder.finish();
  CHECK(lines(problems) ==
        "f.md:2:1: unknown key \"scedule\" under hz: — did you mean \"schedule\"?\n"
        "f.md:3:1: unknown key \"qqqqqq\" under hz:\n");
}

TEST_CASE("a node that is no table is one problem, and all its members are absent") {
  const Node node = node_of("[a]");
  Problems problems;
  Binder binder(node, "hz:", problems);
  CHECK_FALSE(binder.required_text("a"));
  binder.finish();
  CHECK(lines(problems) ==
        "f.md:1:1: hz: must be a table, not a list — write its keys one a line below it, indented, or between { "
        "and }\n");
}

TEST_CASE("what comes from the file cannot forge a second line of a message") {
  const Node node = node_of("\"a\\nf.md:1:1: ok\\r\": 1\n");
  Problems problems;
  Binder binder(node, "hz:", problems);
  binder.finish();
  CHECK(lines(problems) == "f.md:1:1: unknown key \"a f.md:1:1: ok \" under hz:\n");
}

TEST_CASE("problems sort by place, and one about the file as a whole comes first") {
  Problems problems{{Problem::Weight::error, {"f", 10, 1}, "c", ""},
                    {Problem::Weight::warning, {"f", 2, 9}, "b", ""},
                    {Problem::Weight::warning, {"f", 0, 0}, "a", ""}};
  CHECK(has_error(problems));
  sort_by_place(problems);
  CHECK(lines(problems) == "f: warning: a\nf:2:9: warning: b\nf:10:1: c\n");
}

}  // namespace hz
