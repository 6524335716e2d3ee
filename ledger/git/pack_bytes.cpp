#include "ledger/git/pack_bytes.hpp"

#include <cstdlib>
#include <utility>

namespace hz::git {
namespace {

constexpr std::string_view magic = "PACK";
constexpr std::uint32_t version = 2;

EntryKind entry_kind(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::blob:
      return EntryKind::blob;
    case ObjectKind::tree:
      return EntryKind::tree;
    case ObjectKind::commit:
      return EntryKind::commit;
  }
  std::abort();
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>((number >> shift) & 0xFFU);
  return bytes;
}

/// Kind and the size's low four bits, then seven bits a byte; the high bit says that more follows.
void append_header(EntryKind kind, std::uint64_t size, std::string& out) {
  unsigned byte = static_cast<unsigned>(kind) << 4U | static_cast<unsigned>(size & 0x0FU);
  for (size >>= 4U; size != 0; size >>= 7U) {
    out += static_cast<char>(byte | 0x80U);
    byte = static_cast<unsigned>(size & 0x7FU);
  }
  out += static_cast<char>(byte);
}

}  // namespace

std::string pack_header(std::uint32_t entries) {
  return std::string(magic) + big_endian(version) + big_endian(entries);
}

void append_entry(EntryKind kind, std::string_view bytes, Deflater& deflater, std::string& out) {
  append_header(kind, bytes.size(), out);
  deflater.append(bytes, out);
}

PackBytes::PackBytes() : bytes_(magic.size() + 2 * sizeof(std::uint32_t), '\0') {}

Oid PackBytes::add(ObjectKind kind, std::string_view bytes) {
  const Oid id = hasher_.name_of(to_text(kind), bytes);
  if (!names_.insert(id).second) return id;
  append_entry(entry_kind(kind), bytes, deflater_, bytes_);
  return id;
}

std::string PackBytes::take() {
  const std::string header = pack_header(static_cast<std::uint32_t>(names_.size()));
  bytes_.replace(0, header.size(), header);
  bytes_ += hasher_.sum_of(bytes_).bytes();
  names_.clear();
  return std::exchange(bytes_, std::string(header.size(), '\0'));
}

}  // namespace hz::git
