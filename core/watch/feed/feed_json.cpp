// JSON Feed 1.0 and 1.1 (jsonfeed.org).
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/watch/feed/entry.hpp"
#include "core/watch/feed/markup.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz::feed {
namespace {

std::string words_at(const Json& object, std::string_view name) {
  return collapse_space(text_at(object, name).value_or(""));
}

/// Version 1.0 allows numbers as ids, to be read as text.
std::string id_of(const Json& entry) {
  const Json* id = member(entry, "id");
  return id != nullptr && id->is_number() ? canonical(*id) : words_at(entry, "id");
}

Entry entry_of(const Json& written) {
  Entry entry;
  entry.id = id_of(written);
  entry.title = words_at(written, "title");
  entry.link = words_at(written, "url");
  if (entry.link.empty()) entry.link = words_at(written, "external_url");
  entry.published = words_at(written, "date_published");
  entry.updated = words_at(written, "date_modified");
  entry.text = words_at(written, "summary");
  if (entry.text.empty()) entry.text = words_at(written, "content_text");
  if (entry.text.empty()) entry.text = html_to_text(text_at(written, "content_html").value_or(""));
  return entry;
}

}  // namespace

Result<Reading> parse_json(std::string_view bytes) {
  const std::string text = repair_utf8(bytes);
  const auto read = read_json(text);
  if (const auto* refusal = std::get_if<JsonRefusal>(&read)) return refuse(refusal_sentence(text, *refusal));
  const Json& document = std::get<Json>(read);
  const std::string version = text_at(document, "version").value_or("");
  const Json* items = member(document, "items");
  if (version.find("jsonfeed.org/version/") == std::string::npos || items == nullptr || !items->is_array()) {
    return refuse(R"(It is JSON, but no JSON Feed: it has no "version" of jsonfeed.org or no list "items".)",
                  "read it with an input of kind json");
  }
  Reading reading;
  for (const Json& written : *items) {
    if (reading.items.size() == input_items_max) {
      reading.cuts.push_back(fmt::format("{} of {} items kept", input_items_max, items->size()));
      break;
    }
    reading.items.push_back(to_item(entry_of(written)));
  }
  return reading;
}

}  // namespace hz::feed
