#include "core/base/sha256.hpp"

#include <openssl/evp.h>

#include "core/base/invariant.hpp"

namespace hz {
namespace {

/// Fetched once and never freed: an implicit fetch on every call costs more than hashing a small event.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

constexpr unsigned char no_digit = 16;

constexpr std::array<unsigned char, 256> make_values() {
  std::array<unsigned char, 256> values{};
  for (auto& value : values) value = no_digit;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<unsigned char>(i);
  for (unsigned i = 0; i < 6; ++i) values['a' + i] = static_cast<unsigned char>(10 + i);
  return values;
}
constexpr std::array<unsigned char, 256> values_of_digits = make_values();

struct Freed {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

std::optional<Digest> Digest::from_hex(std::string_view hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  unsigned seen = 0;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const unsigned high = values_of_digits[static_cast<unsigned char>(hex[2 * i])];
    const unsigned low = values_of_digits[static_cast<unsigned char>(hex[2 * i + 1])];
    seen |= high | low;
    digest.bytes[i] = static_cast<unsigned char>(high << 4U | low);
  }
  if ((seen & no_digit) != 0) return std::nullopt;
  return digest;
}

std::string Digest::hex() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const unsigned byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::string_view Digest::view() const {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, Freed> handle{EVP_MD_CTX_new()};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  HZ_INVARIANT(context_->handle != nullptr && algorithm() != nullptr, "SHA-256 is always available");
}
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;
Sha256::~Sha256() = default;

Digest Sha256::of(std::string_view bytes) {
  begin();
  add(bytes);
  return end();
}

void Sha256::begin() {
  HZ_INVARIANT(EVP_DigestInit_ex2(context_->handle.get(), algorithm(), nullptr) == 1,
               "SHA-256 is always available");
}

void Sha256::add(std::string_view bytes) {
  HZ_INVARIANT(EVP_DigestUpdate(context_->handle.get(), bytes.data(), bytes.size()) == 1,
               "SHA-256 is always available");
}

Digest Sha256::end() {
  Digest digest;
  HZ_INVARIANT(EVP_DigestFinal_ex(context_->handle.get(), digest.bytes.data(), nullptr) == 1,
               "SHA-256 is always available");
  return digest;
}

}  // namespace hz
