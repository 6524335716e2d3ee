// A pack as bytes (gitformat-pack, version 2), every object whole: no deltas, so that each can be read alone and a
// damaged byte costs one object. Pure.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "ledger/git/deflate.hpp"
#include "ledger/git/object.hpp"
#include "ledger/git/object_hash.hpp"
#include "ledger/git/pack_entry.hpp"

namespace hz::git {

/// What a pack of so many entries begins with.
[[nodiscard]] std::string pack_header(std::uint32_t entries);
/// Puts the entry of a whole object at the end of `out`. `kind` is no delta.
void append_entry(EntryKind kind, std::string_view bytes, Deflater& deflater, std::string& out);

/// Not for two threads at once.
class PackBytes {
 public:
  PackBytes();

  /// The object's name. One that is in it already is not added again.
  Oid add(ObjectKind kind, std::string_view bytes);
  [[nodiscard]] bool empty() const { return names_.empty(); }
  /// The finished pack, with its count and checksum. It is empty again afterwards.
  [[nodiscard]] std::string take();

 private:
  ObjectHasher hasher_;
  Deflater deflater_;
  std::set<Oid> names_;
  std::string bytes_;
};

}  // namespace hz::git
