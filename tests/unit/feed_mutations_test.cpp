// A small fuzzer with a fixed seed: whatever a feed's bytes are, reading it ends in items or in an error.
#include <random>

#include "core/base/text.hpp"
#include "core/watch/feed/feed_parse.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"

using namespace hz;
using hz::test::read_fixture;

namespace {

const std::vector<std::string> fixtures{"rss2.xml",   "rss1.xml",      "atom.xml",          "prefixed_atom.xml",
                                        "feed.json",  "latin1.xml",    "utf16.xml",         "broken_bytes.xml",
                                        "broken.xml", "utf8_mark.xml", "billion_laughs.xml"};
const std::vector<std::string> pieces{"<",
                                      ">",
                                      "&",
                                      ";",
                                      "\"",
                                      "'",
                                      "]]>",
                                      "<![CDATA[",
                                      "<!--",
                                      "-->",
                                      "&#x",
                                      "&#0;",
                                      "\xFF",
                                      "\xED\xA0\x80",
                                      "</item>",
                                      "<item>",
                                      std::string(1, 0),
                                      "<?xml",
                                      "<!DOCTYPE [",
                                      "{",
                                      "}",
                                      "\\ud800",
                                      "[",
                                      "1e999"};

std::mt19937 dice(20261130);  // NOLINT(cert-msc51-cpp): the same seed gives the same run

std::size_t roll(std::size_t sides) {
  return dice() % sides;
}

std::string mutate(std::string bytes) {
  for (std::size_t changes = 1 + roll(3); changes > 0; --changes) {
    const std::size_t at = roll(bytes.size() + 1);
    switch (roll(5)) {
      case 0:
        bytes.insert(at, pieces[roll(pieces.size())]);
        break;
      case 1:
        bytes.erase(at, roll(40));
        break;
      case 2:
        bytes.insert(at, 1, static_cast<char>(roll(256)));
        break;
      case 3:
        bytes.insert(at, bytes.substr(roll(bytes.size() + 1), roll(200)));
        break;
      default:
        if (at < bytes.size()) bytes[at] = static_cast<char>(roll(256));
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("mutated feeds never end the process, and what they yield is within bounds and UTF-8") {
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string bytes = mutate(read_fixture("feeds/" + fixtures[roll(fixtures.size())]));
    auto reading = parse_feed(bytes);
    if (!reading) {
      ++refused;
      REQUIRE(reading.error().kind == ErrorKind::unavailable);
      continue;
    }
    ++read;
    settle(*reading);
    const std::string list = observed_list(reading->items);
    REQUIRE(is_utf8(list));
    const auto known = parse_observed_list(list);
    REQUIRE(known);
    const News news = compare(reading->items, *known);
    REQUIRE((news.fresh.empty() && news.changed.empty() && news.gone.empty()));
  }
  // Else the mutations are too gentle, or too harsh, to show anything.
  CHECK(read > 500);
  CHECK(refused > 500);
}
