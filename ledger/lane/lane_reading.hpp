// From a lane's commits to its log: what is new since it was last read, checked before anything of it is taken
// over.
#pragma once

#include <memory>
#include <string>

#include "ledger/git/repository.hpp"
#include "ledger/lane/lane_log.hpp"

namespace hz {

/// A lane as far as it was read.
struct ReadLane {
  std::shared_ptr<LaneLog> log = std::make_shared<LaneLog>();
  std::optional<git::Oid> tip, tree;  ///< nothing: it does not exist
};

/// Brings `lane` to `tip`. Costs what is new since; all of the lane if its old tip is not behind the new one. An
/// event that is not what its commit says stops its stream only. Error: damaged, naming the commit or tree, if a
/// commit is not one of a lane or the tree does not hold exactly the files that the commits name; `lane` is as it
/// was then.
[[nodiscard]] Result<void> read_lane(const git::Repository& repository, const std::string& ref, const git::Oid& tip,
                                     ReadLane& lane);

}  // namespace hz
