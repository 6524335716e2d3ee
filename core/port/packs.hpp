// How a ledger lies on its disk, for the jobs that keep it tidy (D14).
#pragma once

#include <cstddef>

#include "core/base/result.hpp"

namespace hz {

struct RepackOutcome {
  std::size_t packs = 0;    ///< that were merged, or held nothing that stays
  std::size_t loose = 0;    ///< objects that lay alone in a file
  std::size_t objects = 0;  ///< of the new pack
  std::size_t dropped = 0;  ///< objects that nothing leads to any more
  std::size_t left = 0;     ///< packs that there are now
};

class Packs {
 public:
  Packs() = default;
  Packs(const Packs&) = delete;
  Packs& operator=(const Packs&) = delete;
  virtual ~Packs() = default;

  /// From the names of files alone; 0 if there is no ledger.
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Merges small packs. `drop_unreachable`: what nothing leads to any more (erased bodies, what killed writers
  /// left) is not kept. No ledger: nothing to do. Error: nothing was removed.
  [[nodiscard]] virtual Result<RepackOutcome> repack(bool drop_unreachable) = 0;
};

}  // namespace hz
