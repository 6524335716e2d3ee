// What core needs of a ledger: a lane is a branch that only grows, a linear chain of commits whose tree holds every
// event of the lane, one file each (docs/formats/lane.md). Appending is one compare-and-swap.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/event/body.hpp"
#include "core/event/event.hpp"

namespace hz {

/// The end of a lane. A lane that was never written has no commit.
struct Tip {
  std::string commit;       ///< hex, empty if the lane does not exist
  std::uint64_t count = 0;  ///< events in it
  bool operator==(const Tip&) const = default;
};

/// An event with its place in the lane.
struct Placed {
  std::uint64_t number = 0;  ///< the lane's running number, from 0
  std::string file;          ///< "events/00/00/00-1b02e5733d54a439.json"
  std::string commit;        ///< the commit that added it
  Sealed event;
};

/// An event that is not what the lane's commits say it is. Its stream stops at it; the other streams go on.
struct Damage {
  StreamName stream;  ///< as the commit's trailer names it
  std::uint64_t seq = 0;
  std::uint64_t number = 0;
  std::string file, commit, id;
  std::string what;  ///< "the file's bytes do not hash to its id", …
};

/// As of when: a time (the last commit not after it), a commit, or an event (its commit). Prefixes of at least 7
/// digits.
struct AtCommit {
  std::string prefix;
};
struct AtEvent {
  std::string prefix;
};
using Moment = std::variant<Instant, AtCommit, AtEvent>;

/// What a list of events asks for. As it stands: the newest 50 of all.
struct Selection {
  std::vector<StreamName> streams;  ///< of one of these; empty: of any
  std::string type;                 ///< of this type; empty: of any
  Instant since{};                  ///< from then on
  std::size_t most = 50;            ///< the newest so many
};
struct Selected {
  std::vector<Placed> events;  ///< newest first
  std::uint64_t matched = 0;   ///< how many there are of the kind that was asked for
};

/// A stream's folded state as core wrote it down, so that nothing before `head` is folded again. Opaque to whoever
/// keeps it.
struct Snapshot {
  Head head;
  std::string bytes;
};

/// A consistent state of one lane: everything up to one commit. Immutable.
class View {
 public:
  using Visit = std::function<void(const Placed&)>;
  View() = default;
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  virtual ~View() = default;

  [[nodiscard]] virtual const Tip& tip() const = 0;
  /// The `at` of the newest event; the epoch if there is none. Times in a lane never decrease.
  [[nodiscard]] virtual Instant newest_at() const = 0;
  /// Every stream that has an event or a damage here, ordered.
  [[nodiscard]] virtual std::vector<StreamName> streams() const = 0;
  /// The stream's last event. Seq 0 if it has none.
  [[nodiscard]] virtual Head head(const StreamName& stream) const = 0;
  /// The stream's events after `after_seq`, oldest first, each verified. Error: damaged, naming event, file and
  /// commit; what lies before the damage was visited.
  [[nodiscard]] virtual Result<void> replay(const StreamName& stream, std::uint64_t after_seq,
                                            const Visit& visit) const = 0;
  /// The newest event of that type in the stream whose data member `key` is `value`: an index look-up, never a
  /// fold.
  [[nodiscard]] virtual std::optional<Placed> newest_with_key(const StreamName& stream, const std::string& type,
                                                              const std::string& key) const = 0;
  /// By a prefix of its id (at least 7 digits). Usage error if none or several match.
  [[nodiscard]] virtual Result<Placed> find(std::string_view id_prefix) const = 0;
  /// All events in the lane's order.
  virtual void for_each(const Visit& visit) const = 0;
  [[nodiscard]] virtual const std::vector<Damage>& damages() const = 0;

  /// The newest events of a kind. Here a loop over all; an index answers in proportion to what it finds.
  [[nodiscard]] virtual Selected select(const Selection& selection) const;
  /// Events whose data names the event `id` (core/event/mentions.hpp), oldest first. Here a loop over all.
  [[nodiscard]] virtual std::vector<Placed> naming(const EventId& id) const;

  /// The fold called `fold` of the stream, as it was kept at or before this view's end; `fold` names the kind of
  /// fold and its version. Nothing if none was kept: whoever asks folds from the beginning.
  [[nodiscard]] virtual std::optional<Snapshot> snapshot(const StreamName& stream, std::string_view fold) const;
  /// Keeps it, or does not: a snapshot is never the only place of anything.
  virtual void keep(const StreamName& stream, std::string_view fold, const Snapshot& snapshot) const;
};

/// One commit's worth.
struct Commit {
  std::string subject;         ///< one line for people; escaped and cut to 72 by the lane
  Stamp stamp;                 ///< author and time; that of every event, not before newest_at()
  std::vector<Sealed> events;  ///< at least one
};

class Lane {
 public:
  Lane() = default;
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  virtual ~Lane() = default;

  [[nodiscard]] virtual const std::string& ref() const = 0;
  /// The newest state. A lane that does not exist is empty. Error: damaged when a tree or commit is.
  [[nodiscard]] virtual Result<std::shared_ptr<const View>> at_tip() = 0;
  /// The state as of then. Usage error when nothing of the lane is that old or the commit or event is not in it.
  [[nodiscard]] virtual Result<std::shared_ptr<const View>> as_of(const Moment& moment) = 0;
  /// Durable when it returns. Conflict error if the lane is no longer at `expected`: nothing was written.
  [[nodiscard]] virtual Result<Tip> append(const Tip& expected, const Commit& commit) = 0;

  /// The newest commit as its ref names it, without reading the lane. Nothing when that takes reading, or there is
  /// no lane: for asking cheaply whether anything moved.
  [[nodiscard]] virtual std::optional<std::string> glance() { return std::nullopt; }

  /// What is not well with the lane and yet keeps nobody from reading it, in whole sentences: it was moved back or
  /// rewritten since it was last read. Empty when all is well.
  [[nodiscard]] virtual std::vector<std::string> remarks() const { return {}; }
};

/// The bodies beside the lanes of one machine.
class Bodies {
 public:
  Bodies() = default;
  Bodies(const Bodies&) = delete;
  Bodies& operator=(const Bodies&) = delete;
  virtual ~Bodies() = default;

  /// Durable when it returns. A body that is there already is not written again.
  [[nodiscard]] virtual Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) = 0;
  /// The body's file, or nothing if it is not there (erased, expired, or never written). `at`: of the event that
  /// names it. Error: damaged, when it is there and does not match.
  [[nodiscard]] virtual Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const = 0;
};

}  // namespace hz
