// Reading a pack's bytes (gitformat-pack, version 2), entry by entry, deltas resolved. Bytes are believed to be
// nothing: every bound is checked, chains of deltas are followed 512 deep at most, no object is larger than asked
// for, and what deltas may make in all grows with the pack, so that no pack hangs its reader or eats its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.hpp"
#include "ledger/git/bytes.hpp"
#include "ledger/git/inflate.hpp"
#include "ledger/git/pack_entry.hpp"

namespace hz::git {

inline constexpr std::size_t pack_header_size = 12;
inline constexpr std::size_t pack_trailer_size = 20;
inline constexpr std::size_t delta_depth_max = 512;

/// How many entries the pack says it has; nothing if it does not begin like a pack of version 2, or is too short
/// for header and trailer.
[[nodiscard]] std::optional<std::uint32_t> pack_entry_count(std::string_view pack);

/// An object as an entry gives it.
struct PackedObject {
  EntryKind kind = EntryKind::blob;  ///< never a delta
  std::string_view bytes;            ///< until the reader reads again
  std::uint64_t end = 0;             ///< where the next entry begins
};

/// Reads entries of one pack, in any order. Cost: what is inflated; a delta costs its chain once, as long as the
/// 32 MiB of bases that are remembered hold it. Not for two threads at once.
class EntryReader {
 public:
  /// Where an object of the pack begins, for deltas that name their base.
  using FindBase = std::function<std::optional<std::uint64_t>(const Oid&)>;

  EntryReader(std::string_view pack, std::size_t object_bytes_max, FindBase find_base);

  /// The object of the entry at `offset`, or why there is none: "its stream is damaged". The object is valid until
  /// the next call.
  [[nodiscard]] std::optional<PackedObject> read(std::uint64_t offset);
  [[nodiscard]] std::string_view why() const { return why_; }
  /// It has more than the bytes that were asked for.
  [[nodiscard]] bool is_too_large() const { return why_ == too_large; }

 private:
  static constexpr std::string_view too_large = "the object is larger than hz reads";
  struct Kept {
    EntryKind kind = EntryKind::blob;
    std::string bytes;
  };

  [[nodiscard]] std::optional<EntryHeader> header_at(std::uint64_t offset);
  /// Inflates the stream of an entry; where it ends.
  [[nodiscard]] std::optional<std::uint64_t> inflate(std::uint64_t offset, const EntryHeader& header, Bytes& out);
  [[nodiscard]] std::optional<std::uint64_t> base_of(std::uint64_t offset, const EntryHeader& header);
  /// The kind of the whole object that a chain begins with; its bytes are in object_ then.
  [[nodiscard]] std::optional<EntryKind> read_base(std::uint64_t offset, std::vector<std::uint64_t>& chain);
  [[nodiscard]] std::optional<PackedObject> resolve(std::uint64_t offset, const EntryHeader& header);
  void keep(std::uint64_t offset, EntryKind kind, std::string_view bytes);
  std::nullopt_t refuse(std::string_view why);

  std::string_view pack_;  ///< without its trailer
  std::size_t object_bytes_max_;
  FindBase find_base_;
  Inflater inflater_;
  Bytes object_, delta_, made_;
  std::uint64_t deltas_may_make_;
  std::unordered_map<std::uint64_t, Kept> kept_;
  std::list<std::uint64_t> kept_order_;
  std::size_t kept_bytes_ = 0;
  std::string_view why_;
};

/// Every object of a pack in file order, without an index: what an entry names as its base must come before it.
/// Error: damaged, saying at which byte and why; objects before that were visited. Returns how many there were.
[[nodiscard]] Result<std::uint32_t> read_pack(
    std::string_view pack, std::size_t object_bytes_max,
    const std::function<void(std::uint64_t offset, const PackedObject&)>& visit);

}  // namespace hz::git
