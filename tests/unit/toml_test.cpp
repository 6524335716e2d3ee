#include "core/config/toml.hpp"

#include <string>

#include "core/config/toml_depth.hpp"
#include "tests/support/catch.hpp"

namespace hz {
namespace {

std::string problems_of(const std::string& text) {
  std::string lines;
  for (const Problem& problem : read_toml(text, "hz.toml").problems) lines += problem.str() + "\n";
  return lines;
}

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("members keep the order of the file and their places") {
  const Parsed parsed = read_toml("\xEF\xBB\xBFz = 1\r\n[b]\r\ny = \"x\"\r\na = [true, 1.5]\r\n", "hz.toml");
  REQUIRE(parsed.root);
  const auto& map = std::get<Node::Map>(parsed.root->value);
  REQUIRE(map.size() == 2);
  CHECK(map[0].key == "z");
  CHECK(map[0].value.place.str() == "hz.toml:1:5");
  CHECK(map[1].place.str() == "hz.toml:2:2");
  const auto& inner = std::get<Node::Map>(map[1].value.value);
  CHECK(inner[0].key == "y");
  CHECK(inner[1].value.place.str() == "hz.toml:4:5");
  CHECK(parsed.root->to_json() == Json::parse(R"({"z": 1, "b": {"y": "x", "a": [true, 1.5]}})"));
}

TEST_CASE("what is written twice is a problem, never a silent merge (P9)") {
  CHECK(problems_of("a = 1\na = 2\n") ==
        "hz.toml:2:5: not valid TOML: cannot redefine existing integer 'a' — keep one of the two\n");
  CHECK(problems_of("[a]\nb = 1\n[a]\n") ==
        "hz.toml:3:1: not valid TOML: cannot redefine existing table 'a' — keep one of the two\n");
  CHECK(problems_of("a.b = 1\n[a]\nc = 2\n") ==
        "hz.toml:2:1: not valid TOML: cannot redefine existing table 'a' — keep one of the two\n");
  CHECK(problems_of("x = {a = 1, a = 2}\n") ==
        "hz.toml:1:17: not valid TOML: cannot redefine existing integer 'a' — keep one of the two\n");
}

TEST_CASE("bad syntax has its place and a hint") {
  CHECK(problems_of("[hz]\nperson = ada\n") ==
        "hz.toml:2:10: not valid TOML: could not determine value type — put text in quotes\n");
  CHECK(problems_of("a = \n") ==
        "hz.toml:1:5: not valid TOML: expected value, saw the line's end — write one key = "
        "value a line, text in quotes\n");
  CHECK(problems_of("a = 9223372036854775808\n") ==
        "hz.toml:1:24: not valid TOML: '9223372036854775808' is not representable in 64 bits\n");
}

TEST_CASE("dates, inf and nan are refused with their key, an underscore in a number is not") {
  CHECK(problems_of("[hz]\nperson = 2026-01-01\n") ==
        "hz.toml:2:10: \"hz.person\": a date or time is no value of hz's settings — put it in quotes if it is "
        "text\n");
  CHECK(problems_of("a = [nan]\n") ==
        "hz.toml:1:6: \"a\": inf and nan are no values of hz's settings — put it in quotes if it is text\n");
  CHECK(read_toml("a = 1_000\n", "hz.toml").root->to_json() == Json::parse(R"({"a": 1000})"));
}

TEST_CASE("bytes that are no text are refused") {
  using namespace std::string_literals;
  CHECK(problems_of("a = 1\nb\0 = 2"s) == "hz.toml:2:2: a NUL byte — remove it\n");
  CHECK(problems_of("a = \"\xC0\"") == "hz.toml:1:6: not valid UTF-8 — save the file as UTF-8\n");
  CHECK(problems_of(std::string(toml_bytes_max + 1, '\n')) == "hz.toml: longer than 1024 kB — make it shorter\n");
}

TEST_CASE("no nesting overflows the stack, neither by brackets nor by dots") {
  const std::string too_deep = "nested more than 64 levels deep\n";
  CHECK(problems_of("a = " + repeated("[", 10'000)) == "hz.toml:1:69: " + too_deep);
  CHECK(problems_of("a" + repeated(".a", 200'000) + " = 1\n") == "hz.toml:1:130: " + too_deep);
  CHECK(problems_of("[a" + repeated(".a", 200'000) + "]\n") == "hz.toml:1:129: " + too_deep);
  CHECK(problems_of("a = " + repeated("{a.a = ", 10'000)) == "hz.toml:1:229: " + too_deep);
}

TEST_CASE("a megabyte of quotes is looked at once, not once for each of them") {
  CHECK_FALSE(find_too_deep_toml(std::string(toml_bytes_max, '"'), 64));
  CHECK_FALSE(find_too_deep_toml(std::string(toml_bytes_max, '\''), 64));
}

TEST_CASE("dots and brackets in text and comments are no nesting") {
  const std::string dots(200, '.');
  const std::string brackets(200, '[');
  for (const std::string& part : {dots, brackets}) {
    CHECK_FALSE(find_too_deep_toml("a = \"\\\"" + part + "\" # " + part + "\n", 64));
    CHECK_FALSE(find_too_deep_toml("a = '" + part + "'\nb = \"\"\"\n\"" + part + "\"\"\"\"\"\nc = 1\n", 64));
    CHECK(find_too_deep_toml("a = ''\nb = '''x'''''\n" + part, 64));
  }
  CHECK_FALSE(find_too_deep_toml("a = [" + repeated("1.5, ", 500) + "]\n", 64));
  CHECK_FALSE(find_too_deep_toml(repeated("a = 1.5\n", 500), 64));
}

}  // namespace hz
