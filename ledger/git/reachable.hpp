// Which objects of a repository its refs still lead to. What none leads to any more (a body that was erased, the
// objects of a writer that was killed) may go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ledger/git/object_store.hpp"

namespace hz::git {

/// A set of the store's objects: a bit an object. The store must outlive it.
class ObjectSet {
 public:
  explicit ObjectSet(const ObjectStore& store);

  /// False if it is not of the store, or was in it already.
  bool insert(const Oid& id);
  [[nodiscard]] bool contains(const Oid& id) const;
  /// Whether the store has it at all.
  [[nodiscard]] bool knows(const Oid& id) const { return place_of(id).has_value(); }

 private:
  /// The first pack that has it, else its place among the loose ones.
  struct Place {
    std::size_t source;
    std::size_t object;
  };
  [[nodiscard]] std::optional<Place> place_of(const Oid& id) const;

  const ObjectStore* store_;
  std::vector<std::vector<bool>> members_;  ///< of each pack, then of the loose ones
};

/// Everything that these commits lead to. Damaged error when something of it is missing or cannot be read: then
/// nothing may be called unreachable. O(what is reached).
[[nodiscard]] Result<ObjectSet> reachable(ObjectStore& store, const std::vector<Oid>& commits);

}  // namespace hz::git
