#include "ledger/git/oid.hpp"

namespace hz::git {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

std::optional<unsigned> value_of(char digit) {
  const auto at = digits.find(digit);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<unsigned>(at);
}

}  // namespace

std::optional<Oid> Oid::from_hex(std::string_view hex) {
  if (hex.size() != 2 * size) return std::nullopt;
  Oid oid;
  for (std::size_t i = 0; i < size; ++i) {
    const auto high = value_of(hex[2 * i]);
    const auto low = value_of(hex[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    oid.bytes_[i] = static_cast<unsigned char>(*high * 16 + *low);
  }
  return oid;
}

std::string Oid::hex() const {
  std::string text;
  text.reserve(2 * size);
  for (const unsigned char byte : bytes_) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace hz::git
