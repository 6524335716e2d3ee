// Each commit of a lane against the trees that its events make.
#pragma once

#include <cstdint>
#include <vector>

#include "ledger/audit/lane_table.hpp"
#include "ledger/audit/lane_trees.hpp"
#include "ledger/git/object_store.hpp"

namespace hz {

/// Names of objects that are there.
class NameSet {
 public:
  explicit NameSet(std::size_t at_most);
  void add(const git::Oid& name);
  [[nodiscard]] bool contains(const git::Oid& name) const;

 private:
  [[nodiscard]] std::size_t place_of(const git::Oid& name) const;
  std::vector<git::Oid> places_;  ///< open addressing; zero: free
};

/// Some neighbouring commits of a lane.
struct TreeStretch {
  const TableLane* lane = nullptr;
  std::size_t first = 0, count = 0;  ///< of the lane's commits
};

/// Cuts every lane into at most `parts` stretches. A stretch costs, beside itself, a little for each event before
/// it.
[[nodiscard]] std::vector<TreeStretch> cut_lanes(const std::vector<TableLane>& lanes, std::size_t parts);

/// Every commit's tree is what the events up to it make, each of its trees is among `stored`, and those that the
/// lane still has at its tip are read and hashed. Pure but for `store`; doubts say which commit.
void check_trees(LaneTable& table, const TreeStretch& stretch, const NameSet& stored, git::ObjectStore& store,
                 Doubt& doubt);

}  // namespace hz
