#include "core/base/sha256.hpp"

#include <random>

#include "core/base/digest.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

TEST_CASE("a digest is what sha256sum prints, in one go and in parts") {
  Sha256 sha256;
  CHECK(sha256.of("").hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (std::size_t size = 0; size < 300; ++size) {
    const std::string text(size, 'x');
    CHECK(sha256.of(text).hex() == sha256_hex(text));
    sha256.begin();
    sha256.add(std::string_view(text).substr(0, size / 3));
    sha256.add(std::string_view(text).substr(size / 3));
    CHECK(sha256.end().hex() == sha256_hex(text));
  }
}

TEST_CASE("a digest is read from 64 lower-case hex digits and nothing else") {
  std::mt19937 chance(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts every time
  for (int i = 0; i < 2'000; ++i) {
    const std::string hex = sha256_hex(std::to_string(i));
    REQUIRE(Digest::from_hex(hex));
    CHECK(Digest::from_hex(hex)->hex() == hex);
    std::string other = hex;
    other[chance() % 64] = static_cast<char>(chance());
    const auto read = Digest::from_hex(other);
    CHECK(read.has_value() == is_sha256_hex(other));
    if (read) CHECK(read->hex() == other);
  }
  for (int byte = 0; byte < 256; ++byte) {
    std::string hex(64, '0');
    hex[37] = static_cast<char>(byte);
    INFO(byte);
    CHECK(Digest::from_hex(hex).has_value() == is_sha256_hex(hex));
  }
  CHECK_FALSE(Digest::from_hex(std::string(63, 'a')));
  CHECK_FALSE(Digest::from_hex(std::string(65, 'a')));
}
