// One thread of a sweep: reads pieces of the object list, and checks of each object what can be checked of it
// alone.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "core/port/auditor.hpp"
#include "ledger/audit/lane_table.hpp"
#include "ledger/audit/object_list.hpp"

namespace hz {

inline constexpr std::size_t swept_bytes_max = 64U << 20U;  ///< larger objects are nothing of ours

/// A blob in the form of a body.
struct SweptBody {
  Digest sha256;
  git::Oid blob;
  std::uint64_t bytes = 0;
};

/// Memory that is never moved.
class KeptTexts {
 public:
  /// A copy that lives as long as this.
  const char* keep(std::string_view text);

 private:
  std::deque<std::string> blocks_;
};

/// Not for two threads at once. Whatever is not as it should be raises a doubt.
class SweepWorker {
 public:
  SweepWorker(const git::ObjectStore& store, const ObjectList& list, bool history, Doubt& doubt)
      : store_(store), list_(list), history_(history), doubt_(doubt) {}

  /// First: the commits, and the loose trees.
  void read_commits(const ObjectPiece& piece);
  /// Then: events into the table's slots, bodies, and the names of trees. How many events were found.
  std::size_t read_events(const ObjectPiece& piece, LaneTable& table, const Judge& judge);

  [[nodiscard]] CommitReading& commits() { return commits_; }
  [[nodiscard]] const std::vector<SweptBody>& bodies() const { return bodies_; }
  [[nodiscard]] const std::vector<git::Oid>& trees() const { return trees_; }
  [[nodiscard]] std::uint64_t unreached_blobs() const { return unreached_blobs_; }

 private:
  using Take = void (SweepWorker::*)(const git::Oid& id, git::EntryKind kind, std::string_view bytes);

  void read_packed(const ObjectPiece& piece, std::uint32_t place, git::EntryKind kind, Take take);
  void read_loose(const git::LooseFile& file, Take take);
  static void forget(const ListedPack& listed, const ObjectPiece& piece);
  void check_crc(const ListedPack& listed, std::uint32_t place);
  void take_commit(const git::Oid& id, git::EntryKind kind, std::string_view bytes);
  void take_object(const git::Oid& id, git::EntryKind kind, std::string_view bytes);
  void take_event(const git::Oid& id, std::string_view bytes, EventSlot& slot);
  [[nodiscard]] bool fits(const ScannedEvent& event, const EventSlot& slot) const;
  void doubt(const git::Oid& id, std::string_view why);
  git::EntryReader& reader_of(std::uint32_t pack);

  const git::ObjectStore& store_;
  const ObjectList& list_;
  bool history_;
  Doubt& doubt_;
  LaneTable* table_ = nullptr;
  const Judge* judge_ = nullptr;

  CommitReading commits_;
  std::vector<SweptBody> bodies_;
  std::vector<git::Oid> trees_;
  std::uint64_t unreached_blobs_ = 0;
  std::size_t events_ = 0;
  std::uint32_t next_slot_ = 0;
  KeptTexts texts_;

  std::optional<git::EntryReader> reader_;  ///< of the pack of the piece that was read last
  std::uint32_t reader_pack_ = ObjectPiece::loose;
  git::Inflater inflater_;
  git::Bytes loose_;
  git::ObjectHasher hasher_;
  Sha256 sha256_;
  CanonicalScan scan_;
  std::string kept_;
};

}  // namespace hz
