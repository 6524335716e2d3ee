// Items, facets and observed lists: the bytes of docs/formats/source.md.
#include "core/watch/item.hpp"

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/watch/input.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"

using namespace hz;

namespace {

Item item(std::string key, std::string title = "t", std::string print = std::string(64, '0')) {
  Item made;
  made.key = std::move(key);
  made.title = std::move(title);
  made.fingerprint = std::move(print);
  return made;
}

std::vector<Item> worked_example() {
  std::vector<Item> items{
      item("n1", "Lanterns return to the old town",
           "01d7076d6607f928137fa66d2033a1105ced23b70923404d3ba341bfe0cf522c"),
      item("n2", "River path reopens", "c00313302bad5b5643d77b796acf9a8c71eebadb31ac707336bfce850e1cb4da")};
  for (Item& each : items) each.link = "https://example.org/" + each.key;
  return items;
}

std::vector<std::string> keys_after_settling(const std::vector<std::string>& keys) {
  Reading reading;
  for (const std::string& key : keys) reading.items.push_back(item(key));
  settle(reading);
  std::vector<std::string> settled;
  for (const Item& each : reading.items) settled.push_back(each.key);
  return settled;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the facet and the observed list of the worked example are those that another program made") {
  std::vector<Item> items = worked_example();
  CHECK(items_facet(items) == "9e80c58dd83f4dfe75ee368ea023c87e2c27772e2b52dfe18996cd8bc7cf576f");
  CHECK(observed_list(items) ==
        R"([{"fingerprint":"01d7076d6607f928137fa66d2033a1105ced23b70923404d3ba341bfe0cf522c","key":"n1",)"
        R"("link":"https://example.org/n1","title":"Lanterns return to the old town"},)"
        R"({"fingerprint":"c00313302bad5b5643d77b796acf9a8c71eebadb31ac707336bfce850e1cb4da","key":"n2",)"
        R"("link":"https://example.org/n2","title":"River path reopens"}])");
  items.push_back(
      item("n3", "Night train to Graz", "f479ba1eb758c7a9f5e9ba4aa112f527116e39f642336ad7cd4211334af07cb7"));
  CHECK(items_facet(items) == "918d87d85eab1d40ec2ffbf2bcac6b83d97da2be79661e01d49719a1eb1264cc");
}

TEST_CASE("the source of the worked example has its name") {
  const InputSpec spec{"news", "feed", {{"path", "/home/ada/.config/hz/contracts/news.xml"}}};
  CHECK(source_name(spec) == "feed-77ef8406b1b3dd4c");
}

TEST_CASE("equal definitions share a source whatever the input is called, and any other member tells them apart") {
  const InputSpec spec{"news", "json", {{"path", "/a.json"}}};
  CHECK(source_name({"other", "json", {{"path", "/a.json"}}}) == source_name(spec));
  CHECK(source_name({"news", "json", {{"path", "/a.json"}, {"each", ""}}}) != source_name(spec));
  CHECK(source_name({"news", "json", {{"path", "/b.json"}}}) != source_name(spec));
  CHECK(source_name({"news", "file", {{"path", "/a.json"}}}).substr(0, 5) == "file-");
}

TEST_CASE("a folder whose name is not UTF-8 still names a source") {
  CHECK(source_name({"news", "file", {{"path", "/a\xFF/b"}}}).size() == 21);
}

TEST_CASE("an item's fingerprint covers title, link, date and text, and leaves absent ones out") {
  Item some = item("k", "River path reopens");
  CHECK(item_fingerprint(some) == sha256_hex(R"({"title":"River path reopens"})"));
  some.link = "https://example.org/n2";
  some.at = "2026-11-30T07:00:00Z";
  some.text = "Open again.";
  CHECK(item_fingerprint(some) ==
        sha256_hex(R"({"at":"2026-11-30T07:00:00Z","link":"https://example.org/n2","text":"Open again.",)"
                   R"("title":"River path reopens"})"));
}

TEST_CASE("an empty text and no text are two things") {
  Item some = item("k");
  const std::string without = item_fingerprint(some);
  some.text = "";
  CHECK(item_fingerprint(some) != without);
}

TEST_CASE("bytes that are not UTF-8 become a visible replacement everywhere an item is hashed or written") {
  const Item bad = item("k\xFF", "caf\xE9");
  CHECK(item_fingerprint(bad) == sha256_hex("{\"title\":\"caf\xEF\xBF\xBD\"}"));
  CHECK(is_utf8(observed_list({bad})));
  CHECK(items_facet({bad}) == items_facet({item("k\xEF\xBF\xBD")}));
}

TEST_CASE("the facet moves with order, key and fingerprint, and not with the rest") {
  const std::string facet = items_facet({item("a"), item("b")});
  CHECK(items_facet({item("b"), item("a")}) != facet);
  CHECK(items_facet({item("a"), item("b", "t", std::string(64, '1'))}) != facet);
  CHECK(items_facet({item("a", "another title"), item("b")}) == facet);
  CHECK(items_facet({}) == sha256_hex("[]"));
}

TEST_CASE("keys that meet are told apart by their turn, passing over names that are taken") {
  CHECK(keys_after_settling({"a", "a", "b", "a"}) == Names{"a", "a#2", "b", "a#3"});
  CHECK(keys_after_settling({"a", "a", "a#2"}) == Names{"a", "a#3", "a#2"});
  CHECK(keys_after_settling({"a", "a#2", "a", "a#2"}) == Names{"a", "a#2", "a#3", "a#2#2"});
  CHECK(keys_after_settling({"", ""}) == Names{"", "#2"});
}

TEST_CASE("keys that differ only in broken bytes meet after repair and are told apart") {
  CHECK(keys_after_settling({"a\xFE", "a\xFF"}) == Names{"a\xEF\xBF\xBD", "a\xEF\xBF\xBD#2"});
}

TEST_CASE("five thousand equal keys are made distinct without quadratic work") {
  const Names keys = keys_after_settling(Names(input_items_max, "same"));
  CHECK(keys.front() == "same");
  CHECK(keys.back() == "same#5000");
}

TEST_CASE("what is beyond a bound is cut, and the reading says so") {
  Reading reading;
  reading.items.assign(input_items_max + 2312, item("k"));
  Item& long_item = reading.items.front();
  long_item.key = std::string(item_key_max + 1, 'k');
  long_item.title = std::string(item_title_max + 1, 't');
  long_item.link = "https://example.org/" + std::string(item_link_max, 'l');
  long_item.at = std::string(item_at_max + 1, '9');
  long_item.text = std::string(item_text_max + 1, 'x');
  const std::string key_digest = "sha256:" + sha256_hex(long_item.key);

  settle(reading);
  CHECK(reading.cuts == std::vector<std::string>{"5000 of 7312 items kept", "1 text cut to 64 kB"});
  const Item& settled = reading.items.front();
  CHECK(settled.key == key_digest);
  CHECK(settled.title.size() <= item_title_max);
  CHECK_FALSE(settled.link);
  CHECK(settled.at->size() <= item_at_max);
  CHECK(settled.text->size() <= item_text_max);
}

TEST_CASE("what is at a bound is kept whole") {
  Reading reading;
  reading.items.push_back(item(std::string(item_key_max, 'k')));
  reading.items.front().text = std::string(item_text_max, 'x');
  settle(reading);
  CHECK(reading.cuts.empty());
  CHECK(reading.items.front().key.size() == item_key_max);
  CHECK(reading.items.front().text == std::string(item_text_max, 'x'));
}

TEST_CASE("the page on sources shows bytes whose digests it prints") {
  const auto lines = split_lines(hz::test::read_source("docs/formats/source.md"));
  std::size_t shown = 0;
  for (std::size_t i = 0; i + 4 < lines.size(); ++i) {
    if (lines[i] != "```json") continue;
    ++shown;
    CHECK(lines[i + 4].substr(0, 74) == "SHA-256 `" + sha256_hex(lines[i + 1]) + "`");
  }
  CHECK(shown == 4);
}
