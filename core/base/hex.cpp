#include "core/base/hex.hpp"

namespace hz {
namespace {

constexpr std::string_view digits = "0123456789abcdef";
constexpr unsigned bits = 4;

}  // namespace

bool is_hex(std::string_view text) {
  return text.find_first_not_of(digits) == std::string_view::npos;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    hex += digits[value >> bits];
    hex += digits[value & (digits.size() - 1)];
  }
  return hex;
}

bool read_hex(std::string_view hex, std::span<unsigned char> bytes) {
  if (hex.size() != 2 * bytes.size()) return false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto high = digits.find(hex[2 * i]);
    const auto low = digits.find(hex[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    bytes[i] = static_cast<unsigned char>(high << bits | low);
  }
  return true;
}

}  // namespace hz
