#pragma once

#include <memory>
#include <string>

#include "ledger/git/object_writer.hpp"

struct git_odb;

namespace hz::git {

/// One pack a batch: two files to sync whatever the number of objects, and all of the batch is there or nothing of
/// it. `objects` is the repository's objects folder, and `odb` reads from it.
[[nodiscard]] std::unique_ptr<ObjectWriter> make_pack_writer(git_odb* odb, std::string objects);

}  // namespace hz::git
