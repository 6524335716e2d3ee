#include "ledger/index/rows.hpp"

#include <array>
#include <vector>

#include "core/base/hex.hpp"
#include "core/base/invariant.hpp"

namespace hz::index {

std::string to_bytes(std::string_view hex) {
  std::vector<unsigned char> bytes(hex.size() / 2);
  HZ_INVARIANT(read_hex(hex, bytes), "ids are whole bytes in hex");
  return {bytes.begin(), bytes.end()};
}

std::int64_t short_of(const EventId& id) {
  std::array<unsigned char, sizeof(std::int64_t)> first{};
  HZ_INVARIANT(read_hex(std::string_view(id.str()).substr(0, 2 * first.size()), first), "ids are in hex");
  std::uint64_t value = 0;
  for (const unsigned char byte : first) value = value << 8U | byte;
  return static_cast<std::int64_t>(value);
}

}  // namespace hz::index
