// All objects of a store in the order in which they lie, cut into pieces that threads take one after the other.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "ledger/git/object_store.hpp"

namespace hz {

/// Some neighbours of one pack, or of the loose files.
struct ObjectPiece {
  static constexpr std::uint32_t loose = 0xFFFFFFFFU;
  std::uint32_t pack = loose;
  std::uint32_t first = 0, count = 0;
};

/// A pack's entries in file order.
struct ListedPack {
  const git::PackFile* pack = nullptr;
  std::vector<git::PackPlace> places;
  [[nodiscard]] std::uint64_t end_of(std::uint32_t place) const {
    return place + 1 < places.size() ? places[place + 1].offset : pack->bytes().size() - git::pack_trailer_size;
  }
};

class ObjectList {
 public:
  ObjectList(const git::ObjectStore& store, unsigned threads);

  [[nodiscard]] const std::vector<ObjectPiece>& pieces() const { return pieces_; }
  [[nodiscard]] const ListedPack& pack(std::uint32_t i) const { return packs_[i]; }
  [[nodiscard]] std::uint64_t objects() const { return objects_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// The kind of an entry's object: its own, or that of the base that its deltas lead to. Nothing if there is none.
  [[nodiscard]] static std::optional<git::EntryKind> kind_at(const git::PackFile& pack, std::uint64_t offset);

 private:
  std::vector<ListedPack> packs_;
  std::vector<ObjectPiece> pieces_;
  std::uint64_t objects_ = 0, bytes_ = 0;
};

}  // namespace hz
