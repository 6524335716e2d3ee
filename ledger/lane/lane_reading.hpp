// From a lane's commits to its store: what is new since it was last read, checked before anything of it is taken
// over.
#pragma once

#include <memory>
#include <string>

#include "ledger/git/repository.hpp"
#include "ledger/lane/lane_store.hpp"

namespace hz {

/// Brings `store` to `tip`. Costs what is new since; all of the lane if what the store knew is not behind the tip:
/// the answer is true then, for somebody moved the lane back or rewrote it. An event that is not what its commit
/// says stops its stream only. Error: damaged, naming the commit or tree, if a commit is not one of a lane or the
/// tree does not hold exactly the files that the commits name; the store is as it was then.
[[nodiscard]] Result<bool> read_lane(const git::Repository& repository, const std::string& ref, const git::Oid& tip,
                                     LaneStore& store);

}  // namespace hz
