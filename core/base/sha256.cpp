#include "core/base/sha256.hpp"

#include <cstdint>
#include <openssl/evp.h>

#include "core/base/hex.hpp"
#include "core/base/invariant.hpp"

namespace hz {
namespace {

/// Fetched once and never freed: an implicit fetch on every call costs more than hashing a small event.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

constexpr std::uint64_t ones = 0x0101010101010101U;

/// A number whose lowest byte is the first of these eight, whatever the machine's order.
std::uint64_t load(const char* bytes) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

/// Eight lower-case hex digits as four bytes, the first the lowest. Digits of an event come by the million, so that
/// all eight are worked on at once.
std::optional<std::uint32_t> four_bytes(std::uint64_t digits) {
  const std::uint64_t values = (digits & ones * 0x0F) + 9 * (digits >> 6U & ones);  // a letter has bit 6
  const std::uint64_t letters = (values + ones * 0x76) >> 7U & ones;                // 10 and more
  const bool written_so = values + ones * '0' + letters * ('a' - '0' - 10) == digits;
  if (!written_so || (values & ones * 0xF0) != 0) return std::nullopt;
  std::uint64_t packed = (values << 4U | values >> 8U) & 0x00FF00FF00FF00FFU;
  packed = (packed | packed >> 8U) & 0x0000FFFF0000FFFFU;
  return static_cast<std::uint32_t>(packed | packed >> 16U);
}

struct Freed {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

std::optional<Digest> Digest::from_hex(std::string_view hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.bytes.size(); i += 4) {
    const auto four = four_bytes(load(hex.data() + 2 * i));
    if (!four) return std::nullopt;
    for (unsigned k = 0; k < 4; ++k) digest.bytes[i + k] = static_cast<unsigned char>(*four >> (8 * k));
  }
  return digest;
}

std::string Digest::hex() const {
  return to_hex(view());
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
