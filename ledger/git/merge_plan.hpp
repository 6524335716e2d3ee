// What a repack puts together: which packs it merges, and which of their entries the new pack takes. Pure: it reads
// the store and changes nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/git/object_store.hpp"
#include "ledger/git/reachable.hpp"

namespace hz::git {

struct MergePlan {
  /// An entry of a source, from where it begins to where the next one does.
  struct Piece {
    std::uint64_t from, to;
    std::uint32_t index;
  };
  struct Source {
    std::shared_ptr<const PackFile> pack;
    std::vector<Piece> pieces;  ///< those of its entries that no earlier source has, in file order
    std::size_t dropped = 0;    ///< entries that nothing leads to

    [[nodiscard]] Oid name(std::uint32_t index) const { return *Oid::from_bytes(pack->index().name(index)); }
  };
  std::vector<Source> sources;           ///< the largest first
  std::vector<LooseFile> alone;          ///< loose objects that no source has
  std::vector<LooseFile> loose_leaving;  ///< all loose objects that have no reason to stay once `alone` is packed
  std::vector<LooseFile> loose_dropped;  ///< loose objects that nothing leads to
  std::size_t objects = 0;               ///< of the new pack
  /// The new pack would have just what one of its sources has. A pack is named by its objects: it would be written
  /// over that source, under its readers.
  bool is_one_of_them = false;

  [[nodiscard]] std::size_t dropped() const;
};

/// `objects` is the folder that it is about: what is borrowed from others stays. A pack stays while it has at least
/// twice the objects of all that are smaller and of those that lie alone, unless it holds something that is not
/// `reachable`; nothing: all is. One with a .keep file always stays.
[[nodiscard]] MergePlan plan_merge(const ObjectStore& store, const std::string& objects,
                                   const std::optional<ObjectSet>& reachable);

}  // namespace hz::git
