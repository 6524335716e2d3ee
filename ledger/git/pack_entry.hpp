// The entries of a pack as bytes (gitformat-pack): a header, then a zlib stream that gives an object or, for a
// delta, what to make of another one. Pure; whatever the bytes are, nothing is read beyond them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ledger/git/bytes.hpp"
#include "ledger/git/oid.hpp"

namespace hz::git {

enum class EntryKind : unsigned char { commit = 1, tree = 2, blob = 3, tag = 4, offset_delta = 6, name_delta = 7 };
/// "commit", "tree", "blob" or "tag"; empty for a delta, whose kind is its base's.
[[nodiscard]] std::string_view to_text(EntryKind kind);

struct EntryHeader {
  EntryKind kind = EntryKind::blob;
  std::uint64_t size = 0;         ///< of what its stream gives
  std::uint64_t base_before = 0;  ///< offset_delta: how far before this entry its base begins; at least 1
  Oid base;                       ///< name_delta
  std::size_t length = 0;         ///< of the header: the stream begins behind it

  [[nodiscard]] bool is_delta() const { return kind == EntryKind::offset_delta || kind == EntryKind::name_delta; }
};

/// The header that `bytes` begins with. Nothing if it is none: of a kind that does not exist, cut off, or with a
/// number beyond 64 bits.
[[nodiscard]] std::optional<EntryHeader> parse_entry_header(std::string_view bytes);

/// Makes the object that `delta` describes of `base`. False if the delta does not fit the base, reaches beyond it,
/// or makes more than `max` bytes or another number than it says.
[[nodiscard]] bool apply_delta(std::string_view base, std::string_view delta, std::size_t max, Bytes& out);

}  // namespace hz::git
