// Every lane of a ledger as its commits tell it: the events in their order, before any of them was read. A sweep
// fills in what it finds of each, in whatever order it comes, from several threads at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/time.hpp"
#include "ledger/audit/commit_reading.hpp"
#include "ledger/audit/doubt.hpp"

namespace hz {

/// A commit, and the reading that it is of.
struct ReadCommit {
  const CommitReading* reading = nullptr;
  const SweptCommit* commit = nullptr;
};

/// All commits of a repository by name.
class CommitIndex {
 public:
  explicit CommitIndex(const std::vector<const CommitReading*>& readings);
  /// The commits that lead to `tip` along first parents, oldest first; nothing if one is not there. `budget` bounds
  /// their number: no chain of different commits is longer than their count.
  [[nodiscard]] std::optional<std::vector<ReadCommit>> chain(const git::Oid& tip) const;

 private:
  struct Hash {
    std::size_t operator()(const git::Oid& id) const noexcept;
  };
  std::unordered_map<git::Oid, ReadCommit, Hash> commits_;
};

/// An event as its commit's trailer names it, and what is found of it. 96 bytes.
struct EventSlot {
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  Digest id;
  std::uint32_t stream = 0;  ///< of LaneTable::streams
  std::uint32_t seq = 0;
  std::uint32_t before = none;  ///< the slot of its stream's event before it
  std::uint32_t commit = 0;     ///< of LaneTable::commits
  git::Oid blob;                ///< found
  std::uint32_t kept_size = 0;  ///< found: what the judge keeps of it
  const char* kept = nullptr;
  Instant at{};  ///< found
};

struct TableLane {
  std::string ref;
  std::size_t first_commit = 0, commits = 0;  ///< of LaneTable::commits
  std::size_t first_slot = 0, slots = 0;
  std::size_t streams = 0;
};

class LaneTable {
 public:
  /// Adds a lane. Raises a doubt if a commit is no batch or a merge, if numbers have a gap, if an event does not
  /// come next in its stream.
  void add(const std::string& ref, const std::vector<ReadCommit>& chain, Doubt& doubt);
  /// After the last lane: from here on slots are looked for by id. Raises a doubt if an id stands twice.
  void seal(Doubt& doubt);

  [[nodiscard]] const std::vector<TableLane>& lanes() const { return lanes_; }
  [[nodiscard]] const std::vector<ReadCommit>& commits() const { return commits_; }
  [[nodiscard]] std::vector<EventSlot>& slots() { return slots_; }
  [[nodiscard]] const StreamName& stream(std::uint32_t i) const { return streams_[i]; }
  /// "job/contract:digest"
  [[nodiscard]] const std::string& stream_text(std::uint32_t i) const { return stream_texts_[i]; }
  [[nodiscard]] const CommitAuthor& author_of(const EventSlot& slot) const;

  /// The slot of the event with this id, or none. `hint`: looked at first, since the neighbour of an event in a
  /// lane is mostly its neighbour in a pack.
  [[nodiscard]] std::uint32_t find(const Digest& id, std::uint32_t hint) const;
  /// True for the first who asks: an event may lie in several packs, and one thread fills its slot in.
  [[nodiscard]] bool claim(std::uint32_t slot) { return !claimed_[slot].exchange(true); }
  [[nodiscard]] bool is_claimed(std::uint32_t slot) const { return claimed_[slot]; }

 private:
  [[nodiscard]] std::vector<std::uint32_t> streams_of(const CommitReading& reading);
  void add_events(const ReadCommit& read, std::uint32_t commit, const std::vector<std::uint32_t>& streams,
                  std::vector<std::uint32_t>& last, Doubt& doubt);

  std::vector<TableLane> lanes_;
  std::vector<ReadCommit> commits_;
  std::vector<EventSlot> slots_;
  std::vector<StreamName> streams_;
  std::vector<std::string> stream_texts_;
  std::unordered_map<std::string, std::uint32_t> known_streams_;
  std::vector<std::uint32_t> by_id_;  ///< open addressing by the first bytes of an id
  std::unique_ptr<std::atomic<bool>[]> claimed_;
};

}  // namespace hz
