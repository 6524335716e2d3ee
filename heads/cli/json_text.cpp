#include "heads/cli/json_text.hpp"

#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace hz::cli {
namespace {

std::string json_escape(char32_t c) {
  const auto value = static_cast<std::uint32_t>(c);
  if (value < 0x10000) return fmt::format("\\u{:04x}", value);
  const std::uint32_t rest = value - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10U), 0xdc00 + (rest & 0x3ffU));
}

}  // namespace

std::string json_text(const Json& document) {
  const std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size() + 1);
  for (std::string_view left = text; !left.empty();) {
    const Decoded next = decode_utf8(left);
    const std::string_view raw = left.substr(0, next.length);
    // dump() has escaped what is below U+0020; what is left beyond ASCII, and DEL, stands within a string.
    const bool judged = next.code_point >= 0x7f && escape_for_display(raw) != raw;
    out += judged ? json_escape(next.code_point) : std::string{raw};
    left.remove_prefix(next.length);
  }
  return out + '\n';
}

}  // namespace hz::cli
