// Bytes as lower-case hex digits, the only form in which hz writes and reads them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hz {

/// Nothing but 0-9 and a-f, if anything.
[[nodiscard]] bool is_hex(std::string_view text);
/// Two digits a byte.
[[nodiscard]] std::string to_hex(std::string_view bytes);
/// True when `hex` is exactly the digits of so many bytes; else `bytes` hold anything.
[[nodiscard]] bool read_hex(std::string_view hex, std::span<unsigned char> bytes);

}  // namespace hz
