#include "ledger/lane/lane_reading.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <unordered_map>

#include "core/base/digest.hpp"
#include "ledger/lane/chain.hpp"
#include "ledger/lane/layout.hpp"
#include "ledger/lane/message.hpp"
#include "ledger/lane/phrase.hpp"
#include "ledger/lane/tree_files.hpp"

namespace hz {
namespace {

using git::Oid;

/// So many commits are held at once: a lane of a million events must not lie in memory whole.
constexpr std::size_t commits_at_once = 512;

class Reading {
 public:
  Reading(const git::Repository& repository, const std::string& ref) : repository_(repository), ref_(ref) {}

  /// What the commits add to a lane that ends at `end`.
  Result<std::vector<ArrivedCommit>> read(std::span<const Oid> commits, const LaneEnd& end) {
    std::vector<std::pair<Oid, git::CommitObject>> chain;
    for (const Oid& id : commits) {
      auto commit = repository_.read_commit(id);
      if (!commit) return in_lane(commit.error(), id);
      chain.emplace_back(id, *std::move(commit));
    }
    const auto& [tip, last] = chain.back();
    HZ_TRY(list_added(tip, end.tree, last.tree));
    std::vector<ArrivedCommit> arrived;
    std::uint64_t count = end.count;
    for (const auto& [id, commit] : chain) {
      HZ_TRY_ASSIGN(ArrivedCommit next, take(id, commit, count, tip));
      count += next.events.size();
      arrived.push_back(std::move(next));
    }
    if (!added_.empty())
      return damaged(tip, fmt::format("Its tree holds {}, which no commit added.", a_leftover()));
    return arrived;
  }

 private:
  Result<void> list_added(const Oid& tip, const std::optional<Oid>& before, const Oid& tree) {
    auto changes = compare_trees(repository_, before, tree);
    if (!changes) return in_lane(changes.error(), tip);
    for (TreeChange& change : *changes) {
      if (!change.is_added())
        return damaged(tip, fmt::format("{} was {}.", change.path, change.after ? "changed" : "removed"));
      if (change.after->mode != git::file_mode)
        return damaged(tip, fmt::format("{} is no plain file.", change.path));
      added_.emplace(std::move(change.path), change.after->id);
    }
    return ok();
  }

  Result<ArrivedCommit> take(const Oid& id, const git::CommitObject& commit, std::uint64_t count, const Oid& tip) {
    if (commit.parents.size() > 1) return damaged(id, "It is a merge.");
    auto message = parse_message(commit.message);
    if (!message) return damaged(id, message.error().why);
    if (message->events.empty()) return damaged(id, "It adds no event.");
    ArrivedCommit arrived{id, commit.tree, Instant(Seconds(commit.committer.seconds)), {}};
    for (EventTrailer& trailer : message->events) {
      if (trailer.number != count)
        return damaged(id, fmt::format("It calls its event {} where {} is next.", trailer.number, count));
      if (trailer.number >= lane_events_max) return damaged(id, "The lane has more events than a lane can hold.");
      ++count;
      std::string file = event_file(trailer.number, trailer.id);
      const auto blob = added_.find(file);
      if (blob == added_.end())
        return damaged(tip, fmt::format("Its tree lacks {}, which commit {} added.", file, id.shown()));
      HZ_TRY_ASSIGN(auto event, read_file(blob->second, trailer.id));
      added_.erase(blob);
      arrived.events.push_back({trailer.number, std::move(trailer.stream), trailer.seq, std::move(trailer.id),
                                std::move(file), std::move(event)});
    }
    // The events' own time has milliseconds, the commit's has not; a batch has one time.
    if (const auto* first = std::get_if<Sealed>(&arrived.events.front().event)) arrived.at = first->at;
    return arrived;
  }

  /// The event, or why it is none. An error only if the machine is at fault and not the ledger.
  Result<std::variant<Sealed, std::string>> read_file(const Oid& blob, const EventId& id) const {
    using Read = std::variant<Sealed, std::string>;
    const auto bytes = repository_.read(blob, git::ObjectKind::blob, event_bytes_read_max);
    if (!bytes && bytes.error().kind != ErrorKind::damaged) return bytes.error();
    if (!bytes) return Read{fmt::format("the file cannot be read ({})", as_phrase(bytes.error().why))};
    if (sha256_hex(*bytes) != id.str()) return Read{"the file's bytes do not hash to its id"};
    auto event = read_event(*bytes);
    if (!event) return Read{event.error().why};
    return Read{*std::move(event)};
  }

  Error damaged(const Oid& commit, std::string why) const {
    return {ErrorKind::damaged, fmt::format("the lane {} is damaged at commit {}", ref_, commit.shown()),
            std::move(why), "Nothing was repaired, and nothing is written to this lane.", "hz audit verify"};
  }

  /// What could not be read, said of this lane.
  Error in_lane(const Error& error, const Oid& commit) const {
    if (error.kind != ErrorKind::damaged) return error;
    return damaged(commit, with_capital(error.what) + ": " + as_phrase(error.why) + ".");
  }

  std::string a_leftover() const {
    const auto* first = &added_.begin()->first;
    for (const auto& [path, blob] : added_) first = path < *first ? &path : first;
    return *first;
  }

  const git::Repository& repository_;
  const std::string& ref_;
  std::unordered_map<std::string, Oid> added_;  ///< files that are new in the tip's tree and not yet taken
};

}  // namespace

Result<bool> read_lane(const git::Repository& repository, const std::string& ref, const Oid& tip,
                       LaneStore& store) {
  bool anew = false;
  HZ_TRY(store.update([&](LaneStore::Filling& filling) -> Result<void> {
    const LaneEnd before = filling.end();
    if (before.commit == tip) return ok();
    const auto path = read_path(repository, tip, before.commit);
    if (!path && path.error().kind == ErrorKind::damaged) {
      return Error{ErrorKind::damaged, fmt::format("the lane {} is damaged: {}", ref, path.error().what),
                   path.error().why, "Nothing was repaired, and nothing is written to this lane.",
                   "hz audit verify"};
    }
    if (!path) return path.error();
    anew = before.commit && !path->reached;
    if (anew) filling.clear();
    Reading reading(repository, ref);
    for (std::span<const Oid> left(path->commits); !left.empty();) {
      const auto some = left.first(std::min(commits_at_once, left.size()));
      HZ_TRY_ASSIGN(auto arrived, reading.read(some, filling.end()));
      for (ArrivedCommit& commit : arrived) filling.add(std::move(commit));
      left = left.subspan(some.size());
    }
    return ok();
  }));
  return anew;
}

}  // namespace hz
