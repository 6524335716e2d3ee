#include "ledger/lane/lane_reading.hpp"

#include <fmt/format.h>
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

/// One commit of the lane, checked but not yet in its log.
struct Arrived {
  std::string commit;
  Instant at{};
  std::vector<Arrival> events;
};

class Reading {
 public:
  Reading(const git::Repository& repository, const std::string& ref) : repository_(repository), ref_(ref) {}

  /// What `chain` adds to a lane of `count` events whose tree is `base`.
  Result<std::vector<Arrived>> read(const Chain& chain, std::uint64_t count, const std::optional<Oid>& base) {
    const ChainCommit& tip = chain.commits.back();
    auto changes = compare_trees(repository_, base, tip.commit.tree);
    if (!changes) return in_lane(changes.error(), tip.id);
    for (TreeChange& change : *changes) {
      if (!change.is_added())
        return damaged(tip.id, fmt::format("{} was {}.", change.path, change.after ? "changed" : "removed"));
      if (change.after->mode != git::file_mode)
        return damaged(tip.id, fmt::format("{} is no plain file.", change.path));
      added_.emplace(std::move(change.path), change.after->id);
    }
    std::vector<Arrived> arrived;
    for (const ChainCommit& commit : chain.commits) {
      HZ_TRY_ASSIGN(Arrived next, take(commit, count, tip.id));
      count += next.events.size();
      arrived.push_back(std::move(next));
    }
    if (!added_.empty())
      return damaged(tip.id, fmt::format("Its tree holds {}, which no commit added.", a_leftover()));
    return arrived;
  }

 private:
  Result<Arrived> take(const ChainCommit& named, std::uint64_t count, const Oid& tip) {
    if (named.commit.parents.size() > 1) return damaged(named.id, "It is a merge.");
    auto message = parse_message(named.commit.message);
    if (!message) return damaged(named.id, message.error().why);
    if (message->events.empty()) return damaged(named.id, "It adds no event.");
    Arrived arrived{named.id.hex(), Instant(Seconds(named.commit.committer.seconds)), {}};
    for (EventTrailer& trailer : message->events) {
      if (trailer.number != count)
        return damaged(named.id, fmt::format("It calls its event {} where {} is next.", trailer.number, count));
      if (trailer.number >= lane_events_max)
        return damaged(named.id, "The lane has more events than a lane can hold.");
      ++count;
      std::string file = event_file(trailer.number, trailer.id);
      const auto blob = added_.find(file);
      if (blob == added_.end())
        return damaged(tip, fmt::format("Its tree lacks {}, which commit {} added.", file, named.id.shown()));
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

Result<void> read_lane(const git::Repository& repository, const std::string& ref, const Oid& tip, ReadLane& lane) {
  if (lane.tip == tip) return ok();
  auto chain = read_chain(repository, tip, lane.tip);
  if (!chain && chain.error().kind == ErrorKind::damaged) {
    return Error{ErrorKind::damaged, fmt::format("the lane {} is damaged: {}", ref, chain.error().what),
                 chain.error().why, "Nothing was repaired, and nothing is written to this lane.",
                 "hz audit verify"};
  }
  if (!chain) return chain.error();
  ReadLane next = chain->reached ? lane : ReadLane{};
  HZ_TRY_ASSIGN(auto arrived, Reading(repository, ref).read(*chain, next.log->count(), next.tree));
  for (Arrived& commit : arrived)
    next.log->add_commit(std::move(commit.commit), commit.at, std::move(commit.events));
  next.tip = tip;
  next.tree = chain->commits.back().commit.tree;
  lane = std::move(next);
  return ok();
}

}  // namespace hz
