#include "ledger/audit/lane_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace hz {
namespace {

/// A digest is as good as chance, so its first bytes are a hash of it.
template <class Bytes>
std::uint64_t first_bytes(const Bytes& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

std::size_t CommitIndex::Hash::operator()(const git::Oid& id) const noexcept {
  return first_bytes(id.data());
}

CommitIndex::CommitIndex(const std::vector<const CommitReading*>& readings) {
  std::size_t count = 0;
  for (const CommitReading* reading : readings) count += reading->commits().size();
  commits_.reserve(count);
  for (const CommitReading* reading : readings) {
    for (const SweptCommit& commit : reading->commits()) commits_.emplace(commit.id, ReadCommit{reading, &commit});
  }
}

std::optional<std::vector<ReadCommit>> CommitIndex::chain(const git::Oid& tip) const {
  std::vector<ReadCommit> chain;
  // A commit names its parent by its hash, so that a circle cannot be; the count keeps it from running for ever.
  for (git::Oid at = tip; chain.size() <= commits_.size();) {
    const auto found = commits_.find(at);
    if (found == commits_.end()) return std::nullopt;
    chain.push_back(found->second);
    if (found->second.commit->parents == 0) {
      std::reverse(chain.begin(), chain.end());
      return chain;
    }
    at = found->second.commit->parent;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> LaneTable::streams_of(const CommitReading& reading) {
  std::vector<std::uint32_t> numbers;
  for (const StreamName& stream : reading.streams()) {
    const auto [known, is_new] = known_streams_.emplace(stream.str(), static_cast<std::uint32_t>(streams_.size()));
    if (is_new) {
      streams_.push_back(stream);
      stream_texts_.push_back(stream.str());
    }
    numbers.push_back(known->second);
  }
  return numbers;
}

void LaneTable::add(const std::string& ref, const std::vector<ReadCommit>& chain, Doubt& doubt) {
  std::map<const CommitReading*, std::vector<std::uint32_t>> streams;
  for (const ReadCommit& read : chain) {
    if (!streams.contains(read.reading)) streams.emplace(read.reading, streams_of(*read.reading));
  }
  std::size_t events = 0;
  for (const ReadCommit& read : chain) events += read.commit->trailers;
  slots_.reserve(slots_.size() + events);
  commits_.reserve(commits_.size() + chain.size());
  TableLane lane{ref, commits_.size(), chain.size(), slots_.size(), 0, 0};
  std::vector<std::uint32_t> last(streams_.size(), EventSlot::none);
  for (const ReadCommit& read : chain) {
    const SweptCommit& commit = *read.commit;
    const std::size_t number = slots_.size() - lane.first_slot;
    if (commit.parents > 1 || !commit.is_batch || commit.first_number != number) {
      return doubt.raise(fmt::format("{}: commit {} is no batch that comes next", ref, commit.id.shown()));
    }
    commits_.push_back(read);
    add_events(read, static_cast<std::uint32_t>(commits_.size() - 1), streams.at(read.reading), last, doubt);
    if (doubt.raised()) return;
  }
  lane.slots = slots_.size() - lane.first_slot;
  lane.streams = static_cast<std::size_t>(
      std::count_if(last.begin(), last.end(), [](std::uint32_t slot) { return slot != EventSlot::none; }));
  lanes_.push_back(lane);
}

void LaneTable::add_events(const ReadCommit& read, std::uint32_t commit, const std::vector<std::uint32_t>& streams,
                           std::vector<std::uint32_t>& last, Doubt& doubt) {
  for (std::uint32_t i = 0; i < read.commit->trailers; ++i) {
    const SweptTrailer& trailer = read.reading->trailers()[read.commit->first_trailer + i];
    EventSlot slot;
    slot.id = trailer.id;
    slot.stream = streams[trailer.stream];
    slot.seq = trailer.seq;
    slot.commit = commit;
    std::uint32_t& before = last[slot.stream];
    const std::uint32_t next = before == EventSlot::none ? 1 : slots_[before].seq + 1;
    if (slot.seq != next) {
      return doubt.raise(
          fmt::format("{} has number {} where {} is next", stream_texts_[slot.stream], slot.seq, next));
    }
    slot.before = before;
    before = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back(slot);
  }
}

void LaneTable::seal(Doubt& doubt) {
  claimed_ = std::make_unique<std::atomic<bool>[]>(slots_.size());
  by_id_.assign(std::bit_ceil(2 * slots_.size() + 1), EventSlot::none);
  const std::size_t mask = by_id_.size() - 1;
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    std::size_t at = first_bytes(slots_[i].id.bytes.data()) & mask;
    for (; by_id_[at] != EventSlot::none; at = (at + 1) & mask) {
      if (slots_[by_id_[at]].id == slots_[i].id)
        return doubt.raise(fmt::format("event {} stands twice", slots_[i].id.hex().substr(0, 12)));
    }
    by_id_[at] = i;
  }
}

std::uint32_t LaneTable::find(const Digest& id, std::uint32_t hint) const {
  if (hint < slots_.size() && slots_[hint].id == id) return hint;
  const std::size_t mask = by_id_.size() - 1;
  for (std::size_t at = first_bytes(id.bytes.data()) & mask;; at = (at + 1) & mask) {
    const std::uint32_t slot = by_id_[at];
    if (slot == EventSlot::none || slots_[slot].id == id) return slot;
  }
}

const CommitAuthor& LaneTable::author_of(const EventSlot& slot) const {
  const ReadCommit& read = commits_[slot.commit];
  return read.reading->authors()[read.commit->author];
}

}  // namespace hz
