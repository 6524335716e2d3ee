#include "ledger/git/reachable.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hz::git {
namespace {

constexpr std::string_view submodule_mode = "160000";

struct Step {
  EntryKind kind;
  Oid id;
};

Error cannot_follow(const Step& step) {
  return {ErrorKind::damaged,
          fmt::format("{} {} of the ledger cannot be read", to_text(step.kind), step.id.shown()),
          "A ref leads to it, and it is missing or damaged.", "Nothing was removed.", "hz audit verify"};
}

/// What an object leads to, put on the list of what is still to be seen.
bool follow(ObjectStore& store, const Step& step, std::vector<Step>& ahead) {
  if (step.kind == EntryKind::blob) return true;
  if (step.kind == EntryKind::commit) {
    const auto commit = store.read_commit(step.id);
    if (!commit) return false;
    ahead.push_back({EntryKind::tree, commit->tree});
    for (const Oid& parent : commit->parents) ahead.push_back({EntryKind::commit, parent});
    return true;
  }
  const auto tree = store.read_tree(step.id);
  if (!tree) return false;
  for (const TreeEntry& entry : *tree) {
    if (entry.mode != submodule_mode)
      ahead.push_back({entry.is_folder() ? EntryKind::tree : EntryKind::blob, entry.id});
  }
  return true;
}

}  // namespace

ObjectSet::ObjectSet(const ObjectStore& store) : store_(&store) {
  for (const auto& pack : store.packs()) members_.emplace_back(pack->index().count());
  members_.emplace_back(store.loose().size());
}

std::optional<ObjectSet::Place> ObjectSet::place_of(const Oid& id) const {
  const auto& packs = store_->packs();
  for (std::size_t i = 0; i < packs.size(); ++i) {
    if (const auto found = packs[i]->index().find(id)) return Place{i, *found};
  }
  const auto& loose = store_->loose();
  const auto found = std::lower_bound(loose.begin(), loose.end(), id,
                                      [](const LooseFile& file, const Oid& wanted) { return file.id < wanted; });
  if (found == loose.end() || found->id != id) return std::nullopt;
  return Place{packs.size(), static_cast<std::size_t>(found - loose.begin())};
}

bool ObjectSet::insert(const Oid& id) {
  const auto place = place_of(id);
  if (!place || members_[place->source][place->object]) return false;
  members_[place->source][place->object] = true;
  return true;
}

bool ObjectSet::contains(const Oid& id) const {
  const auto place = place_of(id);
  return place && members_[place->source][place->object];
}

Result<ObjectSet> reachable(ObjectStore& store, const std::vector<Oid>& commits) {
  ObjectSet seen(store);
  std::vector<Step> ahead;
  for (const Oid& commit : commits) ahead.push_back({EntryKind::commit, commit});
  while (!ahead.empty()) {
    const Step step = ahead.back();
    ahead.pop_back();
    if (!seen.insert(step.id)) {
      if (!seen.knows(step.id)) return cannot_follow(step);
      continue;
    }
    if (!follow(store, step, ahead)) return cannot_follow(step);
  }
  return seen;
}

}  // namespace hz::git
