#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/text.hpp"
#include "core/watch/feed/markup.hpp"
#include "core/watch/feed/windows_1252.hpp"

namespace hz::feed {
namespace {

char32_t unit_at(std::string_view bytes, std::size_t at, bool little) {
  const auto a = static_cast<unsigned char>(bytes[at]);
  const auto b = static_cast<unsigned char>(bytes[at + 1]);
  return little ? static_cast<char32_t>(b << 8U | a) : static_cast<char32_t>(a << 8U | b);
}

std::string from_utf16(std::string_view bytes, bool little) {
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const char32_t unit = unit_at(bytes, i, little);
    if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < bytes.size()) {
      const char32_t low = unit_at(bytes, i + 2, little);
      if (low >= 0xDC00 && low < 0xE000) {
        append_utf8(text, 0x10000 + ((unit - 0xD800) << 10U) + (low - 0xDC00));
        i += 2;
        continue;
      }
    }
    append_utf8(text, unit);
  }
  return text;
}

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) append_utf8(text, windows_1252(static_cast<unsigned char>(c)));
  return text;
}

/// The encoding that an XML declaration names, in lower case.
std::string declared_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return "";
  const std::string_view declaration = bytes.substr(0, std::min(bytes.find("?>"), std::size_t{256}));
  const std::size_t name = declaration.find("encoding");
  if (name == std::string_view::npos) return "";
  const std::size_t open = declaration.find_first_of("\"'", name);
  if (open == std::string_view::npos) return "";
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return "";
  std::string encoding(declaration.substr(open + 1, close - open - 1));
  std::transform(encoding.begin(), encoding.end(), encoding.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return encoding;
}

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void append_utf8(std::string& text, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  const auto part = [&](char32_t lead, unsigned shift) {
    text += static_cast<char>(static_cast<unsigned char>(lead | (c >> shift)));
  };
  const auto rest = [&](unsigned shift) {
    text += static_cast<char>(static_cast<unsigned char>(0x80U | ((c >> shift) & 0x3FU)));
  };
  if (c < 0x80) return part(0, 0);
  if (c < 0x800) return part(0xC0, 6), rest(0);
  if (c < 0x10000) return part(0xE0, 12), rest(6), rest(0);
  part(0xF0, 18), rest(12), rest(6), rest(0);
}

Decoded decode_xml_bytes(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE"sv)) return {from_utf16(bytes.substr(2), true), ""};
  if (bytes.starts_with("\xFE\xFF"sv)) return {from_utf16(bytes.substr(2), false), ""};
  if (bytes.starts_with("<\0"sv)) return {from_utf16(bytes, true), ""};
  if (bytes.starts_with("\0<"sv)) return {from_utf16(bytes, false), ""};
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return {repair_utf8(bytes.substr(3)), ""};
  const std::string name = declared_encoding(bytes);
  if (is_one_of(name, {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "windows-1252", "cp1252"})) {
    return {from_windows_1252(bytes), ""};
  }
  // A document that was re-encoded on its way often keeps its old declaration: bytes that are UTF-8 are taken for
  // it.
  if (is_one_of(name, {"", "utf-8", "utf8"}) || is_utf8(bytes)) return {repair_utf8(bytes), ""};
  return {"", name};
}

}  // namespace hz::feed
