// Many small packs become few (D14, docs/adr/0013). The objects of the smallest packs, and those that lie alone,
// are copied whole into one new pack; what it replaces goes only after the new one is durable and has every name.
// Readers go on meanwhile, in this process and in others, and so do writers.
#pragma once

#include <cstddef>

#include "ledger/git/repository.hpp"

namespace hz::git {

enum class Unreachable { kept, dropped };

struct Repacked {
  std::size_t packs = 0;    ///< that were replaced
  std::size_t loose = 0;    ///< objects that lay alone in a file
  std::size_t objects = 0;  ///< in the new pack; 0: nothing was to be done, or nothing was left
  std::size_t dropped = 0;  ///< objects that no ref leads to

  [[nodiscard]] bool did_anything() const { return packs + loose + dropped > 0; }
};

/// Merges packs until each has at least twice as many objects as all smaller ones together: an object is copied
/// O(log n) times in its life. Packs with a .keep file stay. With `dropped`, packs that hold what no ref leads to
/// are written again without it as well. Waits for another repack of the same ledger. Error: environment when the
/// disk is full, damaged when an object cannot be copied; nothing was removed then.
[[nodiscard]] Result<Repacked> repack(Repository& repository, Unreachable unreachable);

/// How many packs a ledger has: from names only. 0 if there is no ledger.
[[nodiscard]] std::size_t count_packs(const std::string& repository);

}  // namespace hz::git
