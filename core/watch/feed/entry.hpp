// What the formats of feeds have in common: an entry as written, and how it becomes an item.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/watch/item.hpp"

namespace hz::feed {

/// Texts are plain by now: no markup, white space collapsed. An empty member is an absent one.
struct Entry {
  std::string id, title, link, published, updated, text;
};

/// key = id, else link, else the SHA-256 of the title (of the text, if there is no title either). title = the
/// title, else the start of the text, else the link. at = published, else updated: many generators move `updated`
/// at every build.
[[nodiscard]] Item to_item(const Entry& entry);

/// RFC 3339 in UTC of an RFC 822 or RFC 3339 date; what cannot be read is given back as it is.
[[nodiscard]] std::string to_utc(const std::string& date);

/// Unavailable; `why` is a sentence.
[[nodiscard]] Error refuse(std::string why, std::string fix = "");

[[nodiscard]] Result<Reading> parse_xml(std::string_view bytes);
[[nodiscard]] Result<Reading> parse_json(std::string_view bytes);

}  // namespace hz::feed
