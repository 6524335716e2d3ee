#include "ledger/index/rows.hpp"

namespace hz::index {
namespace {

constexpr std::string_view digits = "0123456789abcdef";
constexpr unsigned bits = 4;

unsigned value_of(char digit) {
  return static_cast<unsigned>(digits.find(digit));
}

}  // namespace

std::string to_bytes(std::string_view hex) {
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(value_of(hex[i]) << bits | value_of(hex[i + 1])));
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    hex.push_back(digits[value >> bits]);
    hex.push_back(digits[value & (digits.size() - 1)]);
  }
  return hex;
}

std::int64_t short_of(const EventId& id) {
  constexpr std::size_t short_digits = 16;
  std::uint64_t value = 0;
  for (const char digit : std::string_view(id.str()).substr(0, short_digits))
    value = value << bits | value_of(digit);
  return static_cast<std::int64_t>(value);
}

}  // namespace hz::index
