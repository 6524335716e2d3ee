// New, changed and gone.
#include <map>
#include <random>

#include "core/watch/item.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

std::string print(int version) {
  return std::string(63, '0') + static_cast<char>('0' + version);
}

Item item(std::string key, int version = 1) {
  Item made;
  made.key = std::move(key);
  made.title = "title of " + made.key;
  made.fingerprint = print(version);
  return made;
}

std::vector<KnownItem> remembered(const std::vector<Item>& items) {
  auto known = parse_observed_list(observed_list(items));
  REQUIRE(known);
  return *known;
}

/// "new … | changed … | gone …", keys only.
std::string told(const News& news) {
  std::string text = "new";
  for (const Item& each : news.fresh) text += " " + each.key;
  text += " | changed";
  for (const Item& each : news.changed) text += " " + each.key;
  text += " | gone";
  for (const KnownItem& each : news.gone) text += " " + each.key;
  return text;
}

/// The same, told by looking at every pair.
std::string told_naively(const std::vector<Item>& now, const std::vector<KnownItem>& before) {
  News news;
  for (const Item& each : now) {
    const KnownItem* known = nullptr;
    for (const KnownItem& other : before) {
      if (other.key == each.key) known = &other;
    }
    if (known == nullptr) news.fresh.push_back(each);
    if (known != nullptr && known->fingerprint != each.fingerprint) news.changed.push_back(each);
  }
  for (const KnownItem& known : before) {
    bool here = false;
    for (const Item& each : now) here = here || each.key == known.key;
    if (!here) news.gone.push_back(known);
  }
  return told(news);
}

}  // namespace

TEST_CASE("against nothing everything is new") {
  CHECK(told(compare({item("a"), item("b")}, {})) == "new a b | changed | gone");
}

TEST_CASE("an unmoved list has no news, in whatever order it stands") {
  const auto before = remembered({item("a"), item("b")});
  CHECK(told(compare({item("b"), item("a")}, before)) == "new | changed | gone");
}

TEST_CASE("new and changed keep the order of now, gone the order of before") {
  const auto before = remembered({item("d"), item("a"), item("c"), item("b")});
  CHECK(told(compare({item("z"), item("c", 2), item("y"), item("a", 2)}, before)) ==
        "new z y | changed c a | gone d b");
}

TEST_CASE("an item that is gone keeps the title and link that people knew it by") {
  Item some = item("a");
  some.link = "https://example.org/a";
  const News news = compare({}, remembered({some}));
  REQUIRE(news.gone.size() == 1);
  CHECK(news.gone.front().title == "title of a");
  CHECK(news.gone.front().link == "https://example.org/a");
}

TEST_CASE("comparing by table and comparing pair by pair tell the same") {
  std::mt19937 dice(20261130);  // NOLINT(cert-msc51-cpp): the same seed gives the same run
  const auto roll = [&](int sides) { return static_cast<int>(dice() % static_cast<unsigned>(sides)); };
  for (int round = 0; round < 300; ++round) {
    std::map<std::string, int> now, before;
    for (int i = roll(9); i > 0; --i) now[std::string(1, static_cast<char>('a' + roll(8)))] = roll(3);
    for (int i = roll(9); i > 0; --i) before[std::string(1, static_cast<char>('a' + roll(8)))] = roll(3);
    std::vector<Item> items, old;
    for (const auto& [key, version] : now) items.push_back(item(key, version));
    for (const auto& [key, version] : before) old.push_back(item(key, version));
    CHECK(told(compare(items, remembered(old))) == told_naively(items, remembered(old)));
  }
}

TEST_CASE("what is no observed list is nothing, never a guess") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "{}", "null", "[1]", R"([{"key":"a"}])",
               R"([{"key":"a","title":"t","fingerprint":"short"}])", R"([{"key":1,"title":"t","fingerprint":""}])",
               "[{]", "[[[[[[[[[[[[]]]]]]]]]]]]");
  INFO(text);
  CHECK_FALSE(parse_observed_list(text));
}

TEST_CASE("members that a newer hz adds to an observed list are passed over") {
  const auto known = parse_observed_list(R"([{"author":"x","fingerprint":")" + print(1) +
                                         R"(","key":"a","link":null,"title":"t"}])");
  REQUIRE(known);
  REQUIRE(known->size() == 1);
  CHECK(known->front().key == "a");
  CHECK_FALSE(known->front().link);
}
