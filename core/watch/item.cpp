#include "core/watch/item.hpp"

#include <fmt/format.h>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"

namespace hz {
namespace {

// 5,000 items of keys, titles and links within their bounds, each byte escaped as \u00xx at worst.
constexpr JsonLimits observed_limits{.max_bytes = 128U << 20U, .max_depth = 8};

void add(Json& object, const char* name, const std::optional<std::string>& value) {
  if (value) object[name] = repair_utf8(*value);
}

void bound(Item& item, std::size_t& texts_cut) {
  item.key = repair_utf8(item.key);
  if (item.key.size() > item_key_max) item.key = "sha256:" + sha256_hex(item.key);
  item.title = cut(repair_utf8(item.title), item_title_max);
  if (item.link) {
    item.link = repair_utf8(*item.link);
    if (item.link->size() > item_link_max) item.link.reset();
  }
  if (item.at) item.at = cut(repair_utf8(*item.at), item_at_max);
  if (!item.text) return;
  // One character more than is kept: enough to see that it must be cut.
  const std::string text = repair_utf8(std::string_view(*item.text).substr(0, item_text_max + 4));
  if (text.size() > item_text_max) ++texts_cut;
  item.text = cut(text, item_text_max);
}

void make_keys_distinct(std::vector<Item>& items) {
  std::unordered_set<std::string> taken;
  for (const Item& item : items) taken.insert(item.key);
  std::unordered_map<std::string, std::size_t> seen;
  for (Item& item : items) {
    std::size_t& count = seen[item.key];
    if (++count == 1) continue;
    std::string name = fmt::format("{}#{}", item.key, count);
    while (!taken.insert(name).second) name = fmt::format("{}#{}", item.key, ++count);
    item.key = std::move(name);
  }
}

std::optional<KnownItem> parse_known(const Json& entry) {
  const auto key = text_at(entry, "key");
  const auto title = text_at(entry, "title");
  const auto fingerprint = text_at(entry, "fingerprint");
  if (!key || !title || !fingerprint || !is_sha256_hex(*fingerprint)) return std::nullopt;
  return KnownItem{*key, *title, *fingerprint, text_at(entry, "link")};
}

}  // namespace

std::string item_fingerprint(const Item& item) {
  Json value{{"title", repair_utf8(item.title)}};
  add(value, "link", item.link);
  add(value, "at", item.at);
  add(value, "text", item.text);
  return fingerprint(value);
}

std::string items_facet(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(Json::array({repair_utf8(item.key), item.fingerprint}));
  return fingerprint(list);
}

std::string observed_list(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) {
    Json entry{
        {"key", repair_utf8(item.key)}, {"title", repair_utf8(item.title)}, {"fingerprint", item.fingerprint}};
    add(entry, "link", item.link);
    list.push_back(std::move(entry));
  }
  return canonical(list);
}

void settle(Reading& reading) {
  if (reading.items.size() > input_items_max) {
    reading.cuts.push_back(fmt::format("{} of {} items kept", input_items_max, reading.items.size()));
    reading.items.resize(input_items_max);
  }
  std::size_t texts_cut = 0;
  for (Item& item : reading.items) bound(item, texts_cut);
  if (texts_cut > 0) {
    reading.cuts.push_back(
        fmt::format("{} {} cut to {} kB", texts_cut, texts_cut == 1 ? "text" : "texts", item_text_max >> 10U));
  }
  make_keys_distinct(reading.items);
}

std::optional<std::vector<KnownItem>> parse_observed_list(const std::string& text) {
  const auto read = read_json(text, observed_limits);
  const Json* list = std::get_if<Json>(&read);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  std::vector<KnownItem> known;
  for (const Json& entry : *list) {
    auto item = parse_known(entry);
    if (!item) return std::nullopt;
    known.push_back(*std::move(item));
  }
  return known;
}

News compare(const std::vector<Item>& now, const std::vector<KnownItem>& before) {
  std::unordered_map<std::string_view, const KnownItem*> known;
  for (const KnownItem& item : before) known.emplace(item.key, &item);
  News news;
  std::unordered_set<std::string_view> here;
  for (const Item& item : now) {
    here.insert(item.key);
    const auto found = known.find(item.key);
    if (found == known.end()) {
      news.fresh.push_back(item);
    } else if (found->second->fingerprint != item.fingerprint) {
      news.changed.push_back(item);
    }
  }
  for (const KnownItem& item : before) {
    if (!here.contains(item.key)) news.gone.push_back(item);
  }
  return news;
}

}  // namespace hz
