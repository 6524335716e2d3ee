// A peer of the ledger's own writer: every object a file of its own, which is what libgit2 does unless told
// otherwise and what the first version of hz did. It is kept here so that what was gained by one pack a batch is
// measured against the same code in the same run, not remembered.
#pragma once

#include <memory>
#include <string>

#include "ledger/git/object_writer.hpp"

namespace hz::bench {

/// Writes to the repository at that path, each file synced.
[[nodiscard]] std::unique_ptr<git::ObjectWriter> make_loose_peer(const std::string& repository);

}  // namespace hz::bench
