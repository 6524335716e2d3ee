// The trees that a lane's events make. Where an event lies is said by its number, so each commit's tree can be made
// from the events up to it, and its name held against the one that the commit has. Equal names: the commit holds
// exactly these files, the ones before it and its own, and nothing was ever changed or taken away. No tree is read
// for it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/sha256.hpp"
#include "ledger/git/object_hash.hpp"

namespace hz {

class LaneTrees {
 public:
  /// Called with the name of each tree when it will not change any more: no event is added to it.
  using Closed = std::function<void(const git::Oid&)>;

  /// The next event: `number` is one more than before.
  void add(std::uint64_t number, const Digest& id, const git::Oid& blob, const Closed& closed);
  /// The names of the trees of a commit whose last event is the one that was added last: from the innermost, that
  /// of the commit last.
  struct Names {
    git::Oid leaf, middle, events, root;
  };
  [[nodiscard]] Names names();

 private:
  [[nodiscard]] git::Oid name_with(std::string& entries, std::uint64_t step, const git::Oid& inner);

  std::string leaf_, middle_,
      events_;  ///< events/aa/bb, events/aa and events; the latter without what is open in them
  std::uint64_t number_ = 0;
  git::ObjectHasher hasher_;
};

}  // namespace hz
