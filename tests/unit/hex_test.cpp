#include "core/base/hex.hpp"

#include <array>

#include "tests/support/catch.hpp"

namespace hz {

TEST_CASE("every byte is two lower-case digits, and they are read as that byte") {
  for (int value = 0; value < 256; ++value) {
    const std::string hex = to_hex(std::string(1, static_cast<char>(value)));
    CHECK(hex == fmt::format("{:02x}", value));
    std::array<unsigned char, 1> byte{};
    REQUIRE(read_hex(hex, byte));
    CHECK(byte[0] == value);
  }
}

TEST_CASE("digits of another number of bytes, capitals and other characters are not read") {
  std::array<unsigned char, 2> bytes{};
  CHECK(read_hex("00ff", bytes));
  for (const char* const text : {"", "00f", "00ff0", "00ff00", "00FF", "00fg", "0x0f", " 0ff"}) {
    INFO(text);
    CHECK_FALSE(read_hex(text, bytes));
  }
}

TEST_CASE("a text is hex when all of it is") {
  CHECK(is_hex(""));
  CHECK(is_hex("0123456789abcdef"));
  CHECK_FALSE(is_hex("A"));
  CHECK_FALSE(is_hex("0g"));
}

}  // namespace hz
