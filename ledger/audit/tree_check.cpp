#include "ledger/audit/tree_check.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace hz {
namespace {

constexpr std::size_t stretch_commits_min = 256;

}  // namespace

NameSet::NameSet(std::size_t at_most) : places_(std::bit_ceil(2 * at_most + 1)) {}

std::size_t NameSet::place_of(const git::Oid& name) const {
  std::uint64_t hash = 0;
  std::memcpy(&hash, name.data(), sizeof hash);
  const std::size_t mask = places_.size() - 1;
  std::size_t at = hash & mask;
  while (!places_[at].is_zero() && places_[at] != name) at = (at + 1) & mask;
  return at;
}

void NameSet::add(const git::Oid& name) {
  places_[place_of(name)] = name;
}

bool NameSet::contains(const git::Oid& name) const {
  return !places_[place_of(name)].is_zero();
}

std::vector<TreeStretch> cut_lanes(const std::vector<TableLane>& lanes, std::size_t parts) {
  std::vector<TreeStretch> stretches;
  for (const TableLane& lane : lanes) {
    const std::size_t size = std::max(stretch_commits_min, (lane.commits + parts - 1) / parts);
    for (std::size_t first = 0; first < lane.commits; first += size)
      stretches.push_back({&lane, first, std::min(size, lane.commits - first)});
  }
  return stretches;
}

void check_trees(LaneTable& table, const TreeStretch& stretch, const NameSet& stored, git::ObjectStore& store,
                 Doubt& doubt) {
  const TableLane& lane = *stretch.lane;
  const auto begin = table.commits().begin() + static_cast<std::ptrdiff_t>(lane.first_commit + stretch.first);
  const auto end = begin + static_cast<std::ptrdiff_t>(stretch.count);
  LaneTrees trees;
  std::uint64_t number = 0;
  const auto add = [&](const LaneTrees::Closed& closed) {
    const EventSlot& slot = table.slots()[lane.first_slot + number];
    trees.add(number++, slot.id, slot.blob, closed);
  };
  const auto read = [&](const git::Oid& name) {
    if (!store.read(name, git::EntryKind::tree))
      doubt.raise(fmt::format("{}: tree {} cannot be read", lane.ref, name.shown()));
  };
  while (number < begin->commit->first_number) add({});
  LaneTrees::Names names;
  for (auto at = begin; at != end && !doubt.raised(); ++at) {
    const SweptCommit& commit = *at->commit;
    for (std::uint32_t i = 0; i < commit.trailers; ++i) add(read);
    names = trees.names();
    if (names.root != commit.tree)
      doubt.raise(fmt::format("{}: commit {} does not add what it names", lane.ref, commit.id.shown()));
    for (const git::Oid& name : {names.leaf, names.middle, names.events, names.root}) {
      if (!stored.contains(name)) doubt.raise(fmt::format("{}: tree {} is not there", lane.ref, name.shown()));
    }
  }
  if (stretch.first + stretch.count != lane.commits || doubt.raised()) return;
  for (const git::Oid& name : {names.leaf, names.middle, names.events, names.root}) read(name);
}

}  // namespace hz
