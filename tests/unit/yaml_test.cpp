#include "core/config/yaml.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace hz {
namespace {

Json value_of(const std::string& text) {
  const Parsed parsed = read_yaml(text, "f.md");
  REQUIRE(parsed.root);
  for (const Problem& problem : parsed.problems) FAIL(problem.str());
  return parsed.root->to_json();
}

/// All problems of the text, which starts at line 2 of its file, a line each.
std::string problems_of(const std::string& text) {
  std::string lines;
  for (const Problem& problem : read_yaml(text, "f.md", 2).problems) lines += problem.str() + "\n";
  return lines;
}

}  // namespace

TEST_CASE("plain scalars have the types of the YAML 1.2 core schema, and nothing of YAML 1.1") {
  CHECK(value_of("[true, False, null, ~, 12, -0, +5, 0x1f, 0o17, 010]") ==
        Json::parse("[true, false, null, null, 12, 0, 5, 31, 15, 10]"));
  CHECK(value_of("[.5, 1., 1e3, -2.5E-1]") == Json::parse("[0.5, 1.0, 1000.0, -0.25]"));
  CHECK(value_of("[yes, on, off, 12:30, 1_000, -0x1, 0x, ., 1e, 2026-01-01]") ==
        Json::parse(R"(["yes", "on", "off", "12:30", "1_000", "-0x1", "0x", ".", "1e", "2026-01-01"])"));
}

TEST_CASE("what is in quotes or a block is text, whatever it looks like") {
  CHECK(value_of("a: '12'\nb: \"true\"\nc: |\n  12\nd: 'don''t'\ne: \"\\u00e9\"\n") ==
        Json::parse(R"({"a": "12", "b": "true", "c": "12\n", "d": "don't", "e": "é"})"));
}

TEST_CASE("files with CRLF read as files with LF") {
  CHECK(value_of("a:\r\n  b: [1,\r\n   2]\r\n  c: 'x'\r\n") == value_of("a:\n  b: [1,\n   2]\n  c: 'x'\n"));
}

TEST_CASE("an empty text is a root that is nothing") {
  CHECK(value_of("").is_null());
  CHECK(value_of("\n# only a comment\n").is_null());
}

TEST_CASE("places are lines and columns of the whole file, in characters") {
  const Parsed parsed = read_yaml("ä: {ö: ü, b: [x]}\n", "f.md", 2);
  REQUIRE(parsed.root);
  const Node* map = parsed.root->find("ä");
  REQUIRE(map != nullptr);
  CHECK(map->place.str() == "f.md:2:4");
  CHECK(std::get<Node::Map>(map->value).at(1).place.str() == "f.md:2:11");
  CHECK(map->find("b")->place.str() == "f.md:2:14");
}

TEST_CASE("a key that is there twice is a problem at its second place, and the first one counts") {
  CHECK(problems_of("a: 1\nb: {c: 1, c: 2}\n'a': 3\n") ==
        "f.md:3:11: the key \"c\" is there twice — the first one is in line 3\n"
        "f.md:4:1: the key \"a\" is there twice — the first one is in line 2\n");
  CHECK(read_yaml("a: 1\na: 2\n", "f.md").root->to_json() == Json::parse(R"({"a": 1})"));
}

TEST_CASE("anchors, aliases, tags, merge keys and keys that are no text are refused, all at once") {
  CHECK(problems_of("a: &x 1\nb: *x\nc: !!str 2\nd: ! 3\n<<: {e: 1}\n? [f]\n: g\n~: h\n") ==
        "f.md:2:4: anchors (&name) are not supported — leave it out\n"
        "f.md:3:4: aliases (*name) are not supported — write the value out, or put text in quotes\n"
        "f.md:4:4: tags (!name) are not supported — leave it out, or put text in quotes\n"
        "f.md:5:4: tags (!name) are not supported — leave it out, or put text in quotes\n"
        "f.md:6:1: merge keys (<<) are not supported — write the keys out\n"
        "f.md:7:3: a key must be text — write the keys out\n"
        "f.md:9:1: a key is missing here — write the keys out\n");
}

TEST_CASE("an alias to its own parent is a problem like any other") {
  CHECK(problems_of("a: &a [*a]\n") ==
        "f.md:2:4: anchors (&name) are not supported — leave it out\n"
        "f.md:2:8: aliases (*name) are not supported — write the value out, or put text in quotes\n");
}

TEST_CASE("sixteen levels are read, seventeen refused, and thirty thousand as well") {
  const auto nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  CHECK(problems_of(nested(16)).empty());
  CHECK(problems_of(nested(17)) == "f.md:2:17: nested more than 16 levels deep\n");
  for (const std::string part : {"[", "{", "- ", "? ", "[{a: "}) {
    std::string text;
    while (text.size() < 30'000) text += part;
    CHECK_THAT(problems_of(text), Catch::Matchers::EndsWith("nested more than 16 levels deep\n"));
  }
}

TEST_CASE("a second document is refused") {
  CHECK(problems_of("a: 1\n...\n---\nb: 2\n") == "f.md:4:1: a second YAML document starts here — keep one\n");
}

TEST_CASE("numbers that would lose their value are refused") {
  CHECK(problems_of("a: 9223372036854775808\nb: .inf\nc: .NaN\nd: 1e999\n") ==
        "f.md:2:4: a whole number is too large — put it in quotes if it is text\n"
        "f.md:3:4: .inf is not a number that hz can keep — put it in quotes if it is text\n"
        "f.md:4:4: .NaN is not a number that hz can keep — put it in quotes if it is text\n"
        "f.md:5:4: a number is out of range — put it in quotes if it is text\n");
}

TEST_CASE("bytes that are no text are refused before the parser sees them") {
  using namespace std::string_literals;
  CHECK(problems_of("a: \xFF") == "f.md:2:4: not valid UTF-8 — save the file as UTF-8\n");
  CHECK(problems_of("a: 1\nb\0: 2"s) == "f.md:3:2: a NUL byte — remove it\n");
  CHECK(problems_of("\xFF\xFE\x61\0"s) == "f.md: this is UTF-16, not UTF-8 — save the file as UTF-8\n");
  // The parser takes U+0004 for the end of the text.
  CHECK(problems_of("a: 1\nb: \x04 2\n") == "f.md:3:4: a control character, U+0004 — remove it\n");
  CHECK(problems_of("a: 1\rb: 2") == "f.md:2:5: a control character, U+000D — remove it\n");
  CHECK(problems_of(std::string(yaml_bytes_max + 1, ' ')) == "f.md: longer than 64 kB — make it shorter\n");
}

TEST_CASE("the usual mistakes have a hint that mends them") {
  const auto hint = [](const std::string& text) {
    const Parsed parsed = read_yaml(text, "f.md");
    REQUIRE(parsed.problems.size() == 1);
    CHECK_FALSE(parsed.root);
    return parsed.problems[0].hint;
  };
  CHECK(hint("schedule: */5 * * * *\n") == "a value that starts with * must be in quotes");
  CHECK(hint("schedule: * * * * *\n") == "a value that starts with * must be in quotes");
  CHECK(hint("schedule: @daily\n") == "a value that starts with @ must be in quotes");
  CHECK(hint("title: News: today\n") == "a value with a colon in it must be in quotes");
  CHECK(hint("a:\n\t- b\n") == "indent with spaces, not with tabs");
  CHECK(hint("a: 1\n b: 2\n") == "look at the indentation and the quotes here and above");
}

TEST_CASE("a quote that only the end of the text ends is a problem where it opens") {
  CHECK(problems_of("a: \"x\nb: 2\n") == "f.md:2:4: the quote that opens here is not closed\n");
  CHECK(problems_of("a: 'x''\n\n") == "f.md:2:4: the quote that opens here is not closed\n");
}

TEST_CASE("a text full of problems is given up after twenty") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a: 1\n";
  const Parsed parsed = read_yaml(text, "f.md");
  CHECK(parsed.problems.size() == 20);
  CHECK_FALSE(parsed.root);
}

TEST_CASE("the escapes of a no-break space and a next line are these characters, in UTF-8") {
  const Parsed parsed = read_yaml(R"(a: "é\_\N\_x")", "f.md");
  REQUIRE(parsed.root);
  CHECK(parsed.root->to_json() == Json({{"a", "é\u00A0\u0085\u00A0x"}}));
}

}  // namespace hz
