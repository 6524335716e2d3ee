#include "core/base/text.hpp"

#include <set>

#include "core/base/utf8.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"

using namespace hz;

namespace {

std::string text_of(char32_t code_point) {
  std::string text;
  append_utf8(text, code_point);
  return text;
}

char32_t code_point_of(const std::string& name) {  // "U+202E"
  return static_cast<char32_t>(std::stoul(name.substr(2), nullptr, 16));
}

/// What escape_for_display did, undone: the proof that no two texts look the same.
std::string unescape(std::string_view shown) {
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] != '\\') {
      text += shown[i];
      continue;
    }
    const char kind = shown.at(++i);
    if (kind == 'u') {
      const std::size_t end = shown.find('}', i);
      append_utf8(text,
                  static_cast<char32_t>(std::stoul(std::string{shown.substr(i + 2, end - i - 2)}, nullptr, 16)));
      i = end;
    } else if (kind == 'x') {
      text += static_cast<char>(std::stoul(std::string{shown.substr(i + 1, 2)}, nullptr, 16));
      i += 2;
    } else {
      text += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return text;
}

const std::vector<std::string> jobs{"contract:digest", "contract:weekly-review", "hz:repack"};

}  // namespace

TEST_CASE("no deceiving character of the table of spoofs is shown raw, and ordinary text is unchanged") {
  std::set<std::string> judged;
  const Json table = hz::test::json_fixture("cases/spoof.json");
  for (const Json& one : table.at("cases")) {
    const auto rule = one.at("rule").get<std::string>();
    if (rule != "escape" && rule != "unchanged") continue;  // the others concern command lines and look-alikes
    const auto text = one.at("text").get<std::string>();
    const std::string shown = escape_for_display(text);
    INFO(one.at("id"));
    judged.insert(rule);
    CHECK((shown == text) == (rule == "unchanged"));
    CHECK(unescape(shown) == text);
    for (const Json& hidden : one.value("must_escape", Json::array())) {
      CHECK(shown.find(text_of(code_point_of(hidden.get<std::string>()))) == std::string::npos);
    }
  }
  CHECK(judged.size() == 2);
}

TEST_CASE("what is shown can be read back to what it was, so no two texts look the same") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "\\", "\\n", "\n", "\\\\n", "\\u{202e}", "\u202e", "\xFF", "\\xff",
               "a\xE2\x80"
               "b",
               "a\xED\xA0\x80"
               "b",
               std::string("\0x", 2), "é\u0301😀\u200D", "\r\t\x1B[2K");
  CHECK(unescape(escape_for_display(text)) == text);
}

TEST_CASE("each kind of escape has its form") {
  CHECK(escape_for_display("a\\b") == R"(a\\b)");
  CHECK(escape_for_display("a\n\r\tb\x1B") == R"(a\n\r\tb\u{1b})");
  CHECK(escape_for_display("\u202egnp.exe") == R"(\u{202e}gnp.exe)");
  CHECK(escape_for_display("a\xFF"
                           "b\xE2\x80") == R"(a\xffb\xe2\x80)");
  CHECK(escape_for_display("two\nlines\r\n", true) == "two\nlines\\r\n");
}

TEST_CASE("letters, marks, punctuation and pictures of all kinds are ink; controls and blanks are not") {
  for (const char32_t ink :
       {U'a', U'~', U'é', U'\u0301', U'Я', U'ש', U'ع', U'字', U'€', U'…', U'\uFFFD', U'😀', U' '}) {
    CHECK(escape_for_display(text_of(ink)) == text_of(ink));
  }
  for (const char32_t blank :
       {U'\u0000', U'\u001F', U'\u007F', U'\u0080', U'\u009F', U'\u00A0', U'\u00AD', U'\u034F', U'\u2028',
        U'\u2029', U'\u206F', U'\uFEFF', U'\uFFF9', U'\uFFFF', U'\U000E0001', U'\U0010FFFF'}) {
    CHECK(escape_for_display(text_of(blank)).substr(0, 2) == "\\u");
  }
}

TEST_CASE("UTF-8 is judged as Unicode does: no overlong forms, surrogates or anything above U+10FFFF") {
  CHECK(is_utf8("aé€😀\xF4\x8F\xBF\xBF"));
  CHECK(is_utf8(""));
  const std::string bad =
      GENERATE("\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
               "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xFF", "a\xC3");
  CHECK(!is_utf8(bad));
}

TEST_CASE("every code point survives encoding and decoding") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = text_of(c);
    const Decoded back = decode_utf8(text);
    if (!back.valid || back.code_point != c || back.length != text.size())
      FAIL("U+" << static_cast<std::uint32_t>(c));
  }
}

TEST_CASE("repair puts one replacement character for each maximal ill-formed part") {
  // Unicode 15, table 3-8.
  CHECK(repair_utf8("a\xF1\x80\x80\xE1\x80\xC2"
                    "b\x80"
                    "c\x80\xBF"
                    "d") == "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  CHECK(repair_utf8("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(repair_utf8("é😀") == "é😀");
}

TEST_CASE("a cut text is no longer than asked, ends at a character and shows that something is gone") {
  CHECK(cut("digest", 6) == "digest");
  CHECK(cut("digests", 6) == "dig…");
  CHECK(cut("äöüß", 7) == "äö…");
  CHECK(cut("äöüß", 6) == "ä…");
  CHECK(cut("😀😀", 7) == "😀…");
  CHECK(cut("😀😀", 6) == "…");
  CHECK(cut("abc", 2) == "ab");
  CHECK(cut("é", 1).empty());
  CHECK(cut("", 0).empty());
  const std::string garbage(100, '\x80');
  CHECK(cut(garbage, 10).size() == 10);
}

TEST_CASE("a tail is no longer than asked and starts at a character") {
  CHECK(tail("digest", 3) == "est");
  CHECK(tail("digest", 60) == "digest");
  CHECK(tail("aé", 1).empty());
  CHECK(tail("a😀b", 4) == "b");
  CHECK(tail("a😀b", 5) == "😀b");
  CHECK(tail(std::string(100, '\x80'), 10).size() == 7);
}

TEST_CASE("characters are counted, a bad byte being one") {
  CHECK(length_in_characters("") == 0);
  CHECK(length_in_characters("aé😀") == 3);
  CHECK(length_in_characters("a\xE2\x82z") == 4);
}

TEST_CASE("nothing of Markdown starts in an escaped text") {
  CHECK(escape_markdown("Lanterns return to the old town") == "Lanterns return to the old town");
  CHECK(escape_markdown("v1.2-rc (final): 5 > 3!") == "v1.2-rc (final): 5 \\> 3\\!");
  CHECK(escape_markdown("*a* _b_ `c` ~~d~~ a|b") == "\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~ a\\|b");
  CHECK(escape_markdown("[x](javascript:y) <b> &amp; \\") == "\\[x\\](javascript:y) \\<b\\> \\&amp; \\\\");
}

TEST_CASE("a text that would start a Markdown block does not") {
  CHECK(escape_markdown("# a # b") == "\\# a # b");
  CHECK(escape_markdown("- item") == "\\- item");
  CHECK(escape_markdown("+ item") == "\\+ item");
  CHECK(escape_markdown("=== ") == "\\===");
  CHECK(escape_markdown("1. first") == "1\\. first");
  CHECK(escape_markdown("2026) year") == "2026\\) year");
  CHECK(escape_markdown("2026 year") == "2026 year");
  CHECK(escape_markdown("    code") == "code");
  CHECK(escape_markdown("a\r\n\r\n# b\n") == "a # b");
  CHECK(escape_markdown("\n") == "");
}

TEST_CASE("the nearest name is offered if it may have been meant") {
  CHECK(nearest("contract:digset", jobs) == "contract:digest");
  CHECK(nearest("digst", jobs) == "contract:digest");
  CHECK(nearest("repack", jobs) == "hz:repack");
  CHECK(nearest("weekly-reveiw", jobs) == "contract:weekly-review");
  CHECK(nearest("backup", jobs).empty());
  CHECK(nearest("", jobs).empty());
  CHECK(nearest("x", {}).empty());
  CHECK(nearest(std::string(100'000, 'x'), jobs).empty());
}

TEST_CASE("lines end with LF or CRLF, and the last may lack its end") {
  CHECK(split_lines("a\nb\r\n\nc") == std::vector<std::string>{"a", "b", "", "c"});
  CHECK(split_lines("a\n") == std::vector<std::string>{"a"});
  CHECK(split_lines("\n") == std::vector<std::string>{""});
  CHECK(split_lines("").empty());
}

TEST_CASE("trimming takes blanks from both ends only") {
  CHECK(trim(" \t\r\n a b \v\f\n") == "a b");
  CHECK(trim(" \n").empty());
}
