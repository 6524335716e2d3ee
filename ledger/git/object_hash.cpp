#include "ledger/git/object_hash.hpp"

#include <array>
#include <charconv>
#include <openssl/evp.h>

#include "core/base/invariant.hpp"

namespace hz::git {
namespace {

/// Fetched once and never freed: an implicit fetch on every call costs more than hashing a small object.
const EVP_MD* sha1_algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA1", nullptr);
  return algorithm;
}

struct Freed {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

Oid finished(EVP_MD_CTX* context) {
  std::array<char, Oid::size> digest{};
  HZ_INVARIANT(EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1,
               "SHA-1 is always available");
  return *Oid::from_bytes({digest.data(), digest.size()});
}

}  // namespace

struct ObjectHasher::Context {
  std::unique_ptr<EVP_MD_CTX, Freed> handle{EVP_MD_CTX_new()};
};

ObjectHasher::ObjectHasher() : context_(std::make_unique<Context>()) {
  HZ_INVARIANT(context_->handle != nullptr && sha1_algorithm() != nullptr, "SHA-1 is always available");
}
ObjectHasher::ObjectHasher(ObjectHasher&& other) noexcept = default;
ObjectHasher& ObjectHasher::operator=(ObjectHasher&& other) noexcept = default;
ObjectHasher::~ObjectHasher() = default;

Oid ObjectHasher::name_of(std::string_view kind, std::string_view bytes) {
  std::array<char, 40> header{};
  char* end = header.data() + kind.copy(header.data(), 10);
  *end++ = ' ';
  end = std::to_chars(end, header.data() + header.size() - 1, bytes.size()).ptr;
  *end++ = '\0';
  return digest({header.data(), static_cast<std::size_t>(end - header.data())}, bytes);
}

Oid ObjectHasher::sum_of(std::string_view bytes) {
  return digest({}, bytes);
}

Oid ObjectHasher::digest(std::string_view before, std::string_view bytes) {
  EVP_MD_CTX* const context = context_->handle.get();
  HZ_INVARIANT(EVP_DigestInit_ex2(context, sha1_algorithm(), nullptr) == 1 &&
                   EVP_DigestUpdate(context, before.data(), before.size()) == 1 &&
                   EVP_DigestUpdate(context, bytes.data(), bytes.size()) == 1,
               "SHA-1 is always available");
  return finished(context);
}

struct RunningSum::Context {
  std::unique_ptr<EVP_MD_CTX, Freed> handle{EVP_MD_CTX_new()};
};

RunningSum::RunningSum() : context_(std::make_unique<Context>()) {
  HZ_INVARIANT(context_->handle && EVP_DigestInit_ex2(context_->handle.get(), sha1_algorithm(), nullptr) == 1,
               "SHA-1 is always available");
}
RunningSum::~RunningSum() = default;

void RunningSum::add(std::string_view bytes) {
  HZ_INVARIANT(EVP_DigestUpdate(context_->handle.get(), bytes.data(), bytes.size()) == 1,
               "SHA-1 is always available");
}

Oid RunningSum::end() {
  return finished(context_->handle.get());
}

}  // namespace hz::git
