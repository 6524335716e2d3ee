#include "core/base/utf8.hpp"

namespace hz {
namespace {

/// What a lead byte promises (Unicode 15, table 3-7): how many bytes follow, and the narrower range of the first of
/// them that rules out overlong forms, surrogates and everything above U+10FFFF.
struct Lead {
  std::size_t following = 0;
  unsigned low = 0x80, high = 0xBF;
  unsigned bits = 0;
};

Lead lead_of(unsigned byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, byte & 0x1FU};
  if (byte == 0xE0) return {2, 0xA0, 0xBF, 0};
  if (byte == 0xED) return {2, 0x80, 0x9F, 0xD};
  if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF, byte & 0xFU};
  if (byte == 0xF0) return {3, 0x90, 0xBF, 0};
  if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF, byte & 0x7U};
  if (byte == 0xF4) return {3, 0x80, 0x8F, 4};
  return {};
}

constexpr char32_t replacement = 0xFFFD;

}  // namespace

Decoded decode_utf8(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  if (at(0) < 0x80) return {at(0), 1, true};
  Lead lead = lead_of(at(0));
  if (lead.following == 0) return {replacement, 1, false};
  char32_t code_point = lead.bits;
  for (std::size_t i = 1; i <= lead.following; ++i) {
    if (i >= bytes.size() || at(i) < lead.low || at(i) > lead.high) return {replacement, i, false};
    code_point = (code_point << 6U) | (at(i) & 0x3FU);
    lead.low = 0x80;
    lead.high = 0xBF;
  }
  return {code_point, lead.following + 1, true};
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    put(0x80U | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  } else {
    put(0xF0U | (code_point >> 18U));
    put(0x80U | ((code_point >> 12U) & 0x3FU));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  }
}

std::size_t first_invalid_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const Decoded next = decode_utf8(bytes.substr(i));
    if (!next.valid) return i;
    i += next.length;
  }
  return std::string_view::npos;
}

}  // namespace hz
