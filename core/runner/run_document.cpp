#include "core/runner/run_document.hpp"

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace hz {
namespace {

/// Hands out the room for texts.
struct Room {
  std::size_t left = run_document_text_max;

  bool take(std::size_t bytes) {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  }
};

void add(Json& object, const char* name, const std::optional<std::string>& value) {
  if (value) object[name] = repair_utf8(*value);
}

Json to_json(const KnownItem& item) {
  Json value{{"key", repair_utf8(item.key)}, {"title", repair_utf8(item.title)}, {"fingerprint", item.fingerprint}};
  add(value, "link", item.link);
  return value;
}

Json to_json(const Item& item, Room& room, std::size_t& left_out) {
  Json value = to_json(KnownItem{item.key, item.title, item.fingerprint, item.link});
  add(value, "at", item.at);
  if (!item.text) return value;
  if (room.take(item.text->size())) {
    add(value, "text", item.text);
  } else {
    ++left_out;
  }
  return value;
}

Json to_json(const std::vector<Item>& items, Room& room, std::size_t& left_out) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(to_json(item, room, left_out));
  return list;
}

Json to_json(const std::vector<KnownItem>& items) {
  Json list = Json::array();
  for (const KnownItem& item : items) list.push_back(to_json(item));
  return list;
}

struct Written {
  Json value;
  std::size_t left_out = 0;
};

Json cuts_of(const InputNews& input, std::size_t left_out) {
  Json cuts = Json::array();
  for (const std::string& cut : input.cuts) cuts.push_back(repair_utf8(cut));
  if (left_out > 0) cuts.push_back(fmt::format("{} texts left out: a run is given at most 8 MB of them", left_out));
  return cuts;
}

}  // namespace

std::string run_document(const RunDocument& document) {
  Room room;
  std::vector<Written> written;
  for (const InputNews& input : document.inputs) {
    Written& one = written.emplace_back();
    one.value["new"] = to_json(input.news.fresh, room, one.left_out);
    one.value["changed"] = to_json(input.news.changed, room, one.left_out);
    one.value["gone"] = to_json(input.news.gone);
  }
  Json inputs = Json::object();
  for (std::size_t i = 0; i < written.size(); ++i) {
    const InputNews& input = document.inputs[i];
    Written& one = written[i];
    one.value["items"] = to_json(input.items, room, one.left_out);
    Json cuts = cuts_of(input, one.left_out);
    if (!cuts.empty()) one.value["cuts"] = std::move(cuts);
    inputs[repair_utf8(input.name)] = std::move(one.value);
  }
  return canonical(Json{{"v", 1},
                        {"job", repair_utf8(document.job.str())},
                        {"slot", to_text(document.slot)},
                        {"zone", repair_utf8(document.zone)},
                        {"key", repair_utf8(document.key)},
                        {"body", repair_utf8(document.body)},
                        {"inputs", std::move(inputs)}});
}

}  // namespace hz
