#include "core/base/digest.hpp"

#include <algorithm>
#include <array>
#include <openssl/evp.h>

#include "core/base/invariant.hpp"

namespace hz {
namespace {

/// Fetched once and never freed: an implicit fetch on every call costs more than hashing a small event.
const EVP_MD* sha256_algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return algorithm;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  const int done = EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, sha256_algorithm(), nullptr);
  HZ_INVARIANT(done == 1 && length == digest.size(), "SHA-256 is always available");
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const unsigned byte : digest) {
    hex.push_back(digits[byte >> 4U]);
    hex.push_back(digits[byte & 0xFU]);
  }
  return hex;
}

std::string fingerprint(const Json& value) {
  return sha256_hex(canonical(value));
}

bool is_sha256_hex(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(),
                                          [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace hz
