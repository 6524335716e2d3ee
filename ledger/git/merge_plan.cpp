#include "ledger/git/merge_plan.hpp"

#include <algorithm>
#include <filesystem>

namespace hz::git {
namespace {

namespace fs = std::filesystem;
using Pack = std::shared_ptr<const PackFile>;

class Planner {
 public:
  Planner(const ObjectStore& store, const std::string& objects, const std::optional<ObjectSet>& reachable)
      : store_(store), inside_(objects + "/"), reachable_(reachable) {}

  MergePlan plan() {
    for (const LooseFile& file : store_.loose()) {
      if (file.path.starts_with(inside_)) loose_.push_back(file);
    }
    choose();
    for (std::size_t i = 0; i < plan_.sources.size(); ++i) take_from(i);
    take_loose();
    plan_.is_one_of_them = std::any_of(plan_.sources.begin(), plan_.sources.end(), [&](const auto& source) {
      return plan_.objects > 0 && source.dropped == 0 && source.pack->index().count() == plan_.objects;
    });
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool stays(const Oid& id) const { return !reachable_ || reachable_->contains(id); }

  [[nodiscard]] std::vector<Pack> candidates() const {
    std::vector<Pack> packs;
    for (const Pack& pack : store_.packs()) {
      std::error_code unknown;
      const bool kept = fs::exists(fs::path(pack->path()).replace_extension(".keep"), unknown);
      if (pack->path().starts_with(inside_) && !kept) packs.push_back(pack);
    }
    std::stable_sort(packs.begin(), packs.end(),
                     [](const Pack& a, const Pack& b) { return a->index().count() > b->index().count(); });
    return packs;
  }

  void choose() {
    const std::vector<Pack> packs = candidates();
    std::size_t smaller = loose_.size();
    for (const Pack& pack : packs) smaller += pack->index().count();
    bool merging = false;
    for (const Pack& pack : packs) {
      const std::size_t count = pack->index().count();
      smaller -= count;
      merging = merging || count < 2 * smaller;
      MergePlan::Source source{pack, {}, 0};
      for (std::uint32_t i = 0; reachable_ && i < count; ++i) source.dropped += stays(source.name(i)) ? 0U : 1U;
      if (merging || source.dropped > 0) plan_.sources.push_back(std::move(source));
    }
  }

  [[nodiscard]] bool is_in_source(const Oid& id, std::size_t before) const {
    for (std::size_t i = 0; i < before; ++i) {
      if (plan_.sources[i].pack->index().find(id)) return true;
    }
    return false;
  }

  void take_from(std::size_t at) {
    MergePlan::Source& source = plan_.sources[at];
    const std::vector<PackPlace> places = in_file_order(source.pack->index());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::uint64_t end =
          i + 1 < places.size() ? places[i + 1].offset : source.pack->bytes().size() - pack_trailer_size;
      const Oid id = source.name(places[i].index);
      if (stays(id) && !is_in_source(id, at)) source.pieces.push_back({places[i].offset, end, places[i].index});
    }
    plan_.objects += source.pieces.size();
  }

  void take_loose() {
    for (const LooseFile& file : loose_) {
      if (!stays(file.id)) {
        plan_.loose_dropped.push_back(file);
        continue;
      }
      plan_.loose_leaving.push_back(file);
      if (!is_in_source(file.id, plan_.sources.size())) plan_.alone.push_back(file);
    }
    plan_.objects += plan_.alone.size();
  }

  const ObjectStore& store_;
  std::string inside_;
  const std::optional<ObjectSet>& reachable_;
  std::vector<LooseFile> loose_;
  MergePlan plan_;
};

}  // namespace

std::size_t MergePlan::dropped() const {
  std::size_t count = loose_dropped.size();
  for (const Source& source : sources) count += source.dropped;
  return count;
}

MergePlan plan_merge(const ObjectStore& store, const std::string& objects,
                     const std::optional<ObjectSet>& reachable) {
  return Planner(store, objects, reachable).plan();
}

}  // namespace hz::git
