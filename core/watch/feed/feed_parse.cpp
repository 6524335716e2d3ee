#include "core/watch/feed/feed_parse.hpp"

#include "core/watch/feed/entry.hpp"

namespace hz {

Result<Reading> parse_feed(std::string_view bytes) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const std::string_view unmarked = bytes.starts_with(mark) ? bytes.substr(mark.size()) : bytes;
  const std::size_t start = unmarked.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return feed::refuse("It is empty.");
  return unmarked[start] == '{' ? feed::parse_json(unmarked) : feed::parse_xml(bytes);
}

}  // namespace hz
