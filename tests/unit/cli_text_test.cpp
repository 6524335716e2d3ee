// Columns, wrapping and JSON as the command line writes them.
#include "heads/cli/json_text.hpp"
#include "heads/cli/style.hpp"
#include "heads/cli/table.hpp"
#include "tests/support/catch.hpp"

using namespace hz;
using namespace hz::cli;

TEST_CASE("columns are as wide as their widest cell, two spaces apart, and end where the text ends") {
  Table table{{"A", "LONGER", "C"}};
  table.add({Cell{"one"}, Cell{"x"}, Cell{"1"}});
  table.add({Cell{"two"}, Cell{""}, Cell{"22"}});
  table.add({Cell{"three"}, Cell{"y"}, Cell{""}});
  CHECK(table.str({}) ==
        "A      LONGER  C\n"
        "one    x       1\n"
        "two            22\n"
        "three  y\n");
}

TEST_CASE("a column in which no row has anything is left out, its title too") {
  Table table{{"A", "B", "C"}};
  table.add({Cell{"one"}, Cell{""}, Cell{""}});
  CHECK(table.str({}) == "A\none\n");
  CHECK(Table{{"A"}}.str({}).empty());
}

TEST_CASE("wide characters take two columns and combining marks none") {
  CHECK(width_of("新聞") == 4);
  CHECK(width_of("e\u0301") == 1);
  CHECK(width_of("Grüße") == 5);
  CHECK(width_of("") == 0);
  Table table;
  table.add({Cell{"新聞"}, Cell{"a"}});
  table.add({Cell{"news"}, Cell{"b"}});
  CHECK(table.str({}) == "新聞  a\nnews  b\n");
}

TEST_CASE("the last column wraps under itself on a terminal that is wide enough for it") {
  Table table;
  table.add({Cell{"key"}, Cell{"one two three four five six seven"}});
  CHECK(table.str({.columns = 25}) == "key  one two three four\n     five six seven\n");
  CHECK(table.str({.columns = 12}) == "key  one two three four five six seven\n");
  CHECK(table.str({.columns = 27}, 2) == "  key  one two three four\n       five six seven\n");
}

TEST_CASE("text breaks at spaces only, and a word that is too long stays whole") {
  CHECK(wrapped("aa bb cc", 5, 0) == "aa bb\ncc");
  CHECK(wrapped("aaaaaaaaaa b", 5, 2) == "aaaaaaaaaa\n  b");
  CHECK(wrapped("aa bb", 0, 0) == "aa bb");
  CHECK(wrapped("", 5, 0).empty());
}

TEST_CASE("colours change nothing about the columns") {
  Table table;
  table.add({Cell{"ok", Tone::good}, Cell{"x"}});
  table.add({Cell{"damaged", Tone::bad}, Cell{"y"}});
  CHECK(table.str({.colours = true}) == "\x1b[32mok\x1b[0m       x\n\x1b[1;31mdamaged\x1b[0m  y\n");
}

TEST_CASE("JSON is indented, ends with a line break, and says of a hidden character which it is") {
  CHECK(json_text({{"b", "Grüße 新聞"}, {"a", Json::array({1, 2})}}) ==
        "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"Grüße 新聞\"\n}\n");
  CHECK(json_text("\x1b\u202e\u200b\u2028\x7f\u009b\\") == "\"\\u001b\\u202e\\u200b\\u2028\\u007f\\u009b\\\\\"\n");
  CHECK(json_text("\U000E0041") == "\"\\udb40\\udc41\"\n");
}

TEST_CASE("escaped or not, JSON reads back as the same value") {
  const Json value{{"k\u202e", "\x1b\u200b\U000E0041\U0001F600 a\\u0041\n"}};
  CHECK(Json::parse(json_text(value)) == value);
}

TEST_CASE("bytes that are not UTF-8 do not stop a document from being written") {
  CHECK(json_text("a\xffz") == "\"a\uFFFDz\"\n");
}

TEST_CASE("values on one line") {
  CHECK(shown(nullptr).empty());
  CHECK(shown(true) == "yes");
  CHECK(shown(Json::array({1, "a"})) == "1, a");
  CHECK(shown(Json{{"a", 1}}) == "{\"a\":1}");
  CHECK(shown("a\nb") == "a\\nb");
}
