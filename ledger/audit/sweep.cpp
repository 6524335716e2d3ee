#include "ledger/audit/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <thread>

#include "core/event/body.hpp"
#include "core/event/lane_name.hpp"
#include "ledger/audit/body_audit.hpp"
#include "ledger/audit/parallel.hpp"
#include "ledger/audit/sweep_worker.hpp"
#include "ledger/audit/tree_check.hpp"
#include "ledger/lane/layout.hpp"

namespace hz {
namespace {

class Sweep {
 public:
  Sweep(std::vector<git::Oid> tips, const std::vector<HistoryRef>& refs, const Witness& witness,
        const AuditOptions& options, git::ObjectStore store, Judge& judge, Progress& progress)
      : tips_(std::move(tips)),
        refs_(refs),
        witness_(witness),
        threads_(options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())),
        store_(std::move(store)),
        list_(store_, threads_),
        judge_(judge),
        progress_(progress) {
    for (unsigned i = 0; i < threads_; ++i)
      workers_.push_back(std::make_unique<SweepWorker>(store_, list_, options.history, doubt_));
  }

  SweepEnd run() {
    each_piece([&](SweepWorker& worker, const ObjectPiece& piece, unsigned) { worker.read_commits(piece); });
    if (!doubt_.raised()) lay_out_lanes();
    if (!doubt_.raised()) read_events();
    if (!doubt_.raised()) find_bodies();
    if (!doubt_.raised()) conclude();
    if (doubt_.raised()) return {std::nullopt, doubt_.why()};
    summarize();
    return {std::move(audit_), ""};
  }

 private:
  template <class Work>
  void each_piece(const Work& work) {
    std::atomic<std::size_t> next = 0;
    in_parallel(threads_, [&](unsigned i) {
      for (std::size_t at = next++; at < list_.pieces().size() && !doubt_.raised(); at = next++)
        work(*workers_[i], list_.pieces()[at], i);
    });
  }

  /// Which events there must be: along first parents from each ref.
  void lay_out_lanes() {
    std::vector<const CommitReading*> readings;
    for (const auto& worker : workers_) readings.push_back(&worker->commits());
    const CommitIndex commits(readings);
    for (const auto* reading : readings) commits_read_ += reading->commits().size();
    for (std::size_t i = 0; i < refs_.size(); ++i) {
      const HistoryRef& ref = refs_[i];
      const auto chain = commits.chain(tips_[i]);
      if (!chain) return doubt_.raise(fmt::format("{}: a commit of it is not there", ref.name));
      commits_reached_ += chain->size();
      if (is_body_ref(ref.name)) {
        body_refs_.push_back({ref.name, chain->back().commit->tree});
        continue;
      }
      table_.add(ref.name, *chain, doubt_);
      if (doubt_.raised()) return;
      compare(table_.lanes().back());
    }
    table_.seal(doubt_);
  }

  void compare(const TableLane& lane) {
    const auto seen = witness_.find(lane.ref);
    if (seen == witness_.end()) return;
    const auto tip = git::Oid::from_hex(seen->second.commit);
    const auto first = table_.commits().begin() + static_cast<std::ptrdiff_t>(lane.first_commit);
    const bool there = tip && std::any_of(first, table_.commits().end(),
                                          [&](const ReadCommit& read) { return read.commit->id == *tip; });
    if (!there || lane.slots < seen->second.count) doubt_.raise(fmt::format("{}: not as witnessed", lane.ref));
  }

  void read_events() {
    const std::size_t wanted = table_.slots().size();
    std::atomic<std::size_t> found = 0;
    each_piece([&](SweepWorker& worker, const ObjectPiece& piece, unsigned i) {
      found += worker.read_events(piece, table_, judge_);
      if (i == 0)
        progress_.reached("events", found, wanted);  // the caller's thread: a head is not asked from others
    });
    if (doubt_.raised()) return;
    progress_.reached("events", found, wanted);
    if (found != wanted) doubt_.raise(fmt::format("{} of {} events are not there", wanted - found, wanted));
  }

  /// The bodies that the newest tree of each month names, among those that were read.
  void find_bodies() {
    for (const auto& worker : workers_)
      bodies_read_.insert(bodies_read_.end(), worker->bodies().begin(), worker->bodies().end());
    std::sort(bodies_read_.begin(), bodies_read_.end(),
              [](const SweptBody& a, const SweptBody& b) { return a.sha256 < b.sha256; });
    for (const auto& [ref, tree] : body_refs_) {
      audit_.bodies.begin_branch(ref);
      find_bodies_in(ref, tree, "", 0);
    }
    audit_.bodies.sort();
  }

  void find_bodies_in(const std::string& ref, const git::Oid& tree, const std::string& folder, int depth) {
    const auto entries = store_.read_tree(tree);
    if (!entries || depth > 1) return doubt_.raise(fmt::format("{}: tree {} cannot be read", ref, tree.shown()));
    for (const git::TreeEntry& entry : *entries) {
      if (doubt_.raised()) return;
      const std::string path = folder + entry.name;
      if (entry.is_folder()) {
        find_bodies_in(ref, entry.id, path + "/", depth + 1);
        continue;
      }
      const auto sha256 = Digest::from_hex(digest_of_body_path(path));
      const SweptBody* const body = sha256 ? find_body(*sha256, entry.id) : nullptr;
      if (body == nullptr || path != body_path(sha256->hex())) {
        doubt_.raise(fmt::format("{}: {} is no body", ref, path));
      } else {
        audit_.bodies.add(*sha256, body->bytes);
      }
    }
  }

  [[nodiscard]] const SweptBody* find_body(const Digest& sha256, const git::Oid& blob) const {
    const auto found =
        std::lower_bound(bodies_read_.begin(), bodies_read_.end(), sha256,
                         [](const SweptBody& body, const Digest& wanted) { return body.sha256 < wanted; });
    return found != bodies_read_.end() && found->sha256 == sha256 && found->blob == blob ? &*found : nullptr;
  }

  /// What can only be said in the lanes' order: the trees, in stretches, and beside them the story.
  void conclude() {
    std::size_t count = 0;
    for (const auto& worker : workers_) count += worker->trees().size();
    NameSet stored(count);
    for (const auto& worker : workers_) {
      for (const git::Oid& name : worker->trees()) stored.add(name);
    }
    const auto stretches = cut_lanes(table_.lanes(), 2 * std::size_t{threads_} - 1);
    std::atomic<std::size_t> next = 0;
    in_parallel(threads_, [&](unsigned) {
      git::ObjectStore store = store_.another();
      for (std::size_t at = next++; at <= stretches.size() && !doubt_.raised(); at = next++) {
        if (at == 0)
          tell_judge();
        else
          check_trees(table_, stretches[at - 1], stored, store, doubt_);
      }
    });
  }

  void tell_judge() {
    judge_.begin(audit_.bodies);
    Sha256 digest;
    for (const TableLane& lane : table_.lanes()) {
      digest.begin();
      std::string commit;
      std::uint32_t commit_of = EventSlot::none;
      for (std::size_t number = 0; number < lane.slots && !doubt_.raised(); ++number) {
        const EventSlot& slot = table_.slots()[lane.first_slot + number];
        if (slot.commit != commit_of) commit = table_.commits()[commit_of = slot.commit].commit->id.hex();
        judge_.take({lane.ref, number, table_.stream(slot.stream), slot.seq, slot.id, slot.at,
                     table_.author_of(slot).machine, commit, event_file_of},
                    {slot.kept, slot.kept_size});
        digest.add(slot.id.view());
      }
      audit_.lanes.push_back(
          {lane.ref, {commit, lane.slots}, lane.commits, lane.slots, lane.streams, digest.end()});
    }
  }

  void summarize() {
    AuditEffort& effort = audit_.effort;
    effort.objects = list_.objects();
    effort.bytes = list_.bytes();
    effort.packs = store_.packs().size();
    effort.threads = threads_;
    effort.unreached = commits_read_ - std::min(commits_read_, commits_reached_);
    for (const auto& worker : workers_) effort.unreached += worker->unreached_blobs();
    effort.unreached += bodies_read_.size() - std::min(bodies_read_.size(), audit_.bodies.count());
    for (const Error& pack : store_.unusable())
      audit_.remarks.push_back(fmt::format("{}. {}", pack.what, pack.why));
  }

  struct BodyRefTip {
    std::string ref;
    git::Oid tree;
  };

  const std::vector<git::Oid> tips_;  ///< of refs_
  const std::vector<HistoryRef>& refs_;
  const Witness& witness_;
  unsigned threads_;
  git::ObjectStore store_;
  ObjectList list_;
  Judge& judge_;
  Progress& progress_;
  Doubt doubt_;
  std::vector<std::unique_ptr<SweepWorker>> workers_;
  LaneTable table_;
  std::vector<BodyRefTip> body_refs_;
  std::vector<SweptBody> bodies_read_;
  std::size_t commits_read_ = 0, commits_reached_ = 0;
  LedgerAudit audit_;
};

}  // namespace

SweepEnd sweep(const History& history, const std::vector<HistoryRef>& refs, const Witness& witness,
               const AuditOptions& options, Judge& judge, Progress& progress) {
  // Tips before objects: what a writer appends meanwhile is not asked for.
  std::vector<git::Oid> tips;
  for (const HistoryRef& ref : refs) {
    const auto tip = history.tip(ref);
    if (!tip) return {std::nullopt, tip.error().what};
    tips.push_back(*tip);
  }
  auto store = git::ObjectStore::open(history.objects_folder(), swept_bytes_max);
  if (!store) return {std::nullopt, store.error().what};
  return Sweep(std::move(tips), refs, witness, options, *std::move(store), judge, progress).run();
}

}  // namespace hz
