// Text from outside, made safe: UTF-8, bounded, and nothing that a terminal obeys.
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/watch/feed/markup.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  const std::size_t max = 4 + choose(bytes, 200);
  const std::string repaired = repair_utf8(bytes);
  HZ_INVARIANT(is_utf8(repaired) && repair_utf8(repaired) == repaired, "repaired text is UTF-8 and stays as it is");
  HZ_INVARIANT(!is_utf8(bytes) || repaired == bytes, "what is UTF-8 needs no repair");
  HZ_INVARIANT(is_utf8(bytes) == (first_invalid_utf8(bytes) == std::string_view::npos), "one decoder decides");
  const std::string shown = escape_for_display(bytes);
  HZ_INVARIANT(is_utf8(shown), "what is shown is UTF-8");
  for (const char c : shown)
    HZ_INVARIANT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "no control is shown raw");
  HZ_INVARIANT(cut(repaired, max).size() <= max && is_utf8(cut(repaired, max)), "a cut is within its bound");
  HZ_INVARIANT(tail(repaired, max).size() <= max && is_utf8(tail(repaired, max)), "a tail is within its bound");
  HZ_INVARIANT(is_utf8(feed::html_to_text(repaired)) && is_utf8(feed::decode_references(repaired)),
               "text of markup is UTF-8");
  HZ_INVARIANT(is_utf8(feed::decode_xml_bytes(bytes).text), "a document is decoded to UTF-8");
  HZ_INVARIANT(escape_markdown(repaired).find('\n') == std::string::npos, "escaped Markdown is one line");
}

}  // namespace hz
