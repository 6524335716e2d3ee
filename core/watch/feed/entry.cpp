#include "core/watch/feed/entry.hpp"

#include "core/base/digest.hpp"
#include "core/base/text.hpp"

namespace hz::feed {
namespace {

constexpr std::size_t title_from_text_max = 80;

std::optional<std::string> present(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional{text};
}

const std::string& first_of(const std::string& a, const std::string& b) {
  return a.empty() ? b : a;
}

}  // namespace

Item to_item(const Entry& entry) {
  Item item;
  item.key = first_of(entry.id, entry.link);
  if (item.key.empty()) item.key = sha256_hex(first_of(entry.title, entry.text));
  item.title = first_of(entry.title, first_of(cut(entry.text, title_from_text_max), entry.link));
  if (item.title.empty()) item.title = "(no title)";
  item.link = present(entry.link);
  if (const auto date = present(first_of(entry.published, entry.updated))) item.at = to_utc(*date);
  item.text = present(entry.text);
  item.fingerprint = item_fingerprint(item);
  return item;
}

Error refuse(std::string why, std::string fix) {
  return {ErrorKind::unavailable, "the feed cannot be read", std::move(why), "", std::move(fix)};
}

}  // namespace hz::feed
