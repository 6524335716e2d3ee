#include "ledger/git/pack_entry.hpp"

#include <cstring>

namespace hz::git {
namespace {

constexpr unsigned more_follows = 0x80;

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// Takes a number off the front: seven bits a byte, the lowest first.
std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 63 && !bytes.empty(); shift += 7) {
    const unsigned byte = byte_at(bytes, 0);
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & more_follows) == 0) return value;
  }
  return std::nullopt;
}

/// The little-endian number of those of `count` bytes whose bits are set in `present`.
std::optional<std::size_t> take_present(std::string_view& bytes, unsigned present, unsigned count) {
  std::size_t value = 0;
  for (unsigned i = 0; i < count; ++i) {
    if ((present >> i & 1U) == 0) continue;
    if (bytes.empty()) return std::nullopt;
    value |= std::size_t{byte_at(bytes, 0)} << (8 * i);
    bytes.remove_prefix(1);
  }
  return value;
}

/// How far back the base of an offset delta lies: seven bits a byte, the highest first, each further byte counting
/// from one more so that no distance has two spellings.
std::optional<std::uint64_t> take_distance(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (bool first = true; at < bytes.size() && value < std::uint64_t{1} << 56U; first = false) {
    const unsigned byte = byte_at(bytes, at++);
    value = (first ? 0 : (value + 1) << 7U) | (byte & 0x7FU);
    if ((byte & more_follows) == 0) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(EntryKind kind) {
  switch (kind) {
    case EntryKind::commit:
      return "commit";
    case EntryKind::tree:
      return "tree";
    case EntryKind::blob:
      return "blob";
    case EntryKind::tag:
      return "tag";
    case EntryKind::offset_delta:
    case EntryKind::name_delta:
      break;
  }
  return "";
}

std::optional<EntryHeader> parse_entry_header(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  EntryHeader header;
  unsigned byte = byte_at(bytes, 0);
  const unsigned kind = byte >> 4U & 7U;
  if (kind == 0 || kind == 5) return std::nullopt;
  header.kind = static_cast<EntryKind>(kind);
  header.size = byte & 0xFU;
  header.length = 1;
  for (unsigned shift = 4; (byte & more_follows) != 0; shift += 7) {
    if (header.length == bytes.size() || shift > 56) return std::nullopt;
    byte = byte_at(bytes, header.length++);
    header.size |= std::uint64_t{byte & 0x7FU} << shift;
  }
  if (header.kind == EntryKind::offset_delta) {
    const auto distance = take_distance(bytes, header.length);
    if (!distance || *distance == 0) return std::nullopt;
    header.base_before = *distance;
  } else if (header.kind == EntryKind::name_delta) {
    const auto base = Oid::from_bytes(bytes.substr(header.length, Oid::size));
    if (!base) return std::nullopt;
    header.base = *base;
    header.length += Oid::size;
  }
  return header;
}

bool apply_delta(std::string_view base, std::string_view delta, std::size_t max, Bytes& out) {
  const auto base_size = take_number(delta);
  const auto size = take_number(delta);
  if (!base_size || *base_size != base.size() || !size || *size > max) return false;
  char* const to = out.reset(*size);
  std::size_t made = 0;
  const auto put = [&](std::string_view part) {
    if (part.size() > *size - made) return false;
    if (!part.empty()) std::memcpy(to + made, part.data(), part.size());
    made += part.size();
    return true;
  };
  while (!delta.empty()) {
    const unsigned op = byte_at(delta, 0);
    delta.remove_prefix(1);
    if ((op & more_follows) != 0) {  // copy from the base
      const auto from = take_present(delta, op, 4);
      auto count = take_present(delta, op >> 4U & 7U, 3);
      if (!from || !count) return false;
      if (*count == 0) count = 0x10000;
      if (*from > base.size() || *count > base.size() - *from || !put(base.substr(*from, *count))) return false;
    } else {  // bytes of its own; 0 is reserved
      if (op == 0 || op > delta.size() || !put(delta.substr(0, op))) return false;
      delta.remove_prefix(op);
    }
  }
  return made == *size;
}

}  // namespace hz::git
