#include "core/base/digest.hpp"

#include "core/base/hex.hpp"
#include "core/base/sha256.hpp"

namespace hz {

std::string sha256_hex(std::string_view bytes) {
  return Sha256().of(bytes).hex();
}

std::string fingerprint(const Json& value) {
  return sha256_hex(canonical(value));
}

bool is_sha256_hex(std::string_view text) {
  return text.size() == 64 && is_hex(text);
}

}  // namespace hz
