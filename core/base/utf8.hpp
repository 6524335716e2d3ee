// One UTF-8 decoder for everything that looks at characters (RFC 3629; Unicode 15, 3.9).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hz {

struct Decoded {
  char32_t code_point = 0;  ///< U+FFFD where the bytes are ill-formed
  std::size_t length = 0;   ///< bytes taken: a character, or the maximal ill-formed part
  bool valid = false;
};

/// The character at the start of `bytes`, which must not be empty. O(1).
[[nodiscard]] Decoded decode_utf8(std::string_view bytes);
void append_utf8(std::string& out, char32_t code_point);
/// 10xxxxxx: never the first byte of a character.
[[nodiscard]] constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}
/// Where the first ill-formed byte lies, or npos. O(bytes).
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view bytes);

}  // namespace hz
