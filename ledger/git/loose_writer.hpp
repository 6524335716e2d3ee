#pragma once

#include <memory>
#include <string>

#include "ledger/git/object_writer.hpp"

struct git_odb;

namespace hz::git {

/// One file an object, synced one by one. `objects` is the repository's objects folder.
[[nodiscard]] std::unique_ptr<ObjectWriter> make_loose_writer(git_odb* odb, std::string objects);

}  // namespace hz::git
