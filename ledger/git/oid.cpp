#include "ledger/git/oid.hpp"

#include "core/base/hex.hpp"

namespace hz::git {

std::optional<Oid> Oid::from_hex(std::string_view hex) {
  Oid oid;
  return read_hex(hex, oid.bytes_) ? std::optional(oid) : std::nullopt;
}

std::string Oid::hex() const {
  return to_hex(bytes());
}

}  // namespace hz::git
