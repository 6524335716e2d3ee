// What events are (L9): ids, chains, places, commits and bodies of a repository, checked without believing anything
// that was remembered. What they mean is judged by core/audit, through the Judge that is handed in here.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/sha256.hpp"
#include "core/event/event_scan.hpp"
#include "core/port/lane.hpp"
#include "core/port/progress.hpp"

namespace hz {

/// The tips and counts that a machine remembers, by ref.
using Witness = std::map<std::string, Tip>;

struct AuditFault {
  /// What the fault stops.
  enum class Scope {
    event,  ///< its stream, from here on; other streams go on
    lane,   ///< all of it: a tree or a commit, and nothing after it can be trusted
    body,   ///< nothing but the text: the chain does not need it
    story,  ///< nothing: a well-formed event contradicts what came before it, and a person must judge
  } scope = Scope::event;
  std::string lane;
  std::string stream;  ///< empty when no stream can be named
  std::string event;   ///< id, or as much of it as is known
  std::string file, commit;
  std::string what;
  std::uint64_t seq = 0;  ///< in its stream; 0 when it is not known
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a comparison for a pointer
  auto operator<=>(const AuditFault&) const = default;
};
[[nodiscard]] std::string_view to_text(AuditFault::Scope scope);

struct LaneSummary {
  std::string lane;  ///< ref
  Tip tip;
  std::uint64_t commits = 0, events = 0, streams = 0;
  /// SHA-256 over the ids of its events in their order, 32 bytes each: who compares it leans on no SHA-1. Nothing
  /// when an event could not be read.
  std::optional<Digest> digest;
};

/// Bodies that are there, each in the branch of a month and machine. 40 bytes a body.
class BodiesFound {
 public:
  struct Found {
    Digest sha256;
    std::uint64_t bytes = 0;   ///< of its file
    std::uint32_t branch = 0;  ///< of branches()
  };

  /// Bodies added from here on lie in this branch ("refs/heads/hz/body/2026-11/k3v7q2m5x4ba").
  void begin_branch(std::string ref) { branches_.push_back(std::move(ref)); }
  void add(const Digest& sha256, std::uint64_t bytes);
  /// A file that is not the body that its name says.
  void add_damaged(std::string path) { damaged_.insert(std::move(path)); }
  /// After the last was added, before the first is looked for.
  void sort();

  [[nodiscard]] std::span<const Found> find(const Digest& sha256) const;
  [[nodiscard]] bool is_damaged(const std::string& path) const { return damaged_.contains(path); }
  [[nodiscard]] const std::string& branch(std::uint32_t i) const { return branches_[i]; }
  [[nodiscard]] std::size_t count() const { return found_.size(); }

 private:
  std::vector<std::string> branches_;
  std::vector<Found> found_;
  std::set<std::string> damaged_;
};

/// An event of a lane that is what it says, and where it lies.
struct AuditedEvent {
  const std::string& lane;  ///< ref
  std::uint64_t number = 0;
  const StreamName& stream;
  std::uint64_t seq = 0;
  const Digest& id;
  Instant at{};
  std::string_view machine;  ///< that wrote it
  std::string_view commit;
  std::string (*file)(std::uint64_t number, const Digest& id);  ///< its path in the lane's tree
};

/// What core makes of the events that an auditor reads.
class Judge {
 public:
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  virtual ~Judge() = default;

  /// Appends what will be needed of an event when its turn in the lane comes: the auditor keeps it and nothing else
  /// of the event. Pure: called from several threads at once, in any order.
  virtual void keep(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event,
                    std::string& kept) const = 0;
  virtual void keep(const Sealed& event, std::string& kept) const = 0;

  /// What was told before is forgotten: the auditor begins, or begins anew. `bodies` outlives the audit.
  virtual void begin(const BodiesFound& bodies) = 0;
  /// The next event of its lane, with what was kept of it; lanes one after the other.
  virtual void take(const AuditedEvent& event, std::string_view kept) = 0;
};

/// How much was read, for people and benches.
struct AuditEffort {
  std::uint64_t objects = 0, bytes = 0, packs = 0;  ///< bytes as they lie on the disk
  std::uint64_t unreached = 0;  ///< objects that no lane needs, such as a batch that came second
  std::uint64_t threads = 1;
};

struct LedgerAudit {
  std::vector<LaneSummary> lanes;
  BodiesFound bodies;
  std::vector<AuditFault> faults;
  std::vector<std::string> remarks;  ///< whole sentences, of what is no fault of the ledger
  AuditEffort effort;
};

struct AuditOptions {
  unsigned threads = 0;  ///< 0: as many as the machine has
  /// Reads what the trees of old commits hold as well. Without it their names are held against what the events
  /// make, and their bytes against the CRC-32 of their pack.
  bool history = false;
};

class Auditor {
 public:
  Auditor() = default;
  Auditor(const Auditor&) = delete;
  Auditor& operator=(const Auditor&) = delete;
  virtual ~Auditor() = default;

  /// Nothing lies at `path`: a ledger that was never written.
  [[nodiscard]] virtual bool is_absent(const std::string& path) const = 0;

  /// Every hz lane and body ref of the repository at `path` (bare, a clone or a work tree), in name order; `judge`
  /// gets the events of each lane in its order, those that are what they say. `witness`: a lane that does not
  /// descend from its remembered tip, or has fewer events, is a fault. Environment error when there is no
  /// repository or it cannot be opened; damaged error when its refs cannot be listed; usage error for a shallow
  /// clone.
  [[nodiscard]] virtual Result<LedgerAudit> verify(const std::string& path, const Witness& witness,
                                                   const AuditOptions& options, Judge& judge,
                                                   Progress& progress) = 0;
};

}  // namespace hz
