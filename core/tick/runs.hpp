// The runs under way in one tick: which may start, what each is given, and what became of those that ended.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/tick/inputs.hpp"
#include "core/tick/opening.hpp"
#include "core/tick/ports.hpp"

namespace hz {

/// One lease that this tick works off, slot by slot.
struct ActiveRun {
  Beginning beginning;
  std::shared_ptr<const Readings> readings;
  std::size_t at = 0;   ///< index of the slot that is worked on
  int attempt = 1;      ///< as the run is told
  int tries = 0;        ///< attempts at this slot within this lease
  Millis not_before{};  ///< since boot: a retry waits
  std::optional<RunHandle> handle;
  std::vector<SeenInput> inputs;          ///< of this slot
  std::optional<JobState::Last> against;  ///< the rendered receipt that news are counted from

  [[nodiscard]] JobName job() const { return beginning.contract.job(); }
  [[nodiscard]] const SlotWork& work() const { return beginning.work[at]; }
  [[nodiscard]] bool is_last_slot() const { return at + 1 == beginning.work.size(); }
};

/// A slot whose work has ended for good.
struct SlotEnd {
  ActiveRun* run = nullptr;
  Disposition disposition = Disposition::failed;
  std::string draft;            ///< rendered
  std::uint64_t draft_cut = 0;  ///< bytes beyond it
  std::string media = "text/markdown";
  std::optional<std::string> error;  ///< failed
  std::string output;                ///< failed: the end of standard error; skipped: the reason
  Millis took{};
};

class Runs {
 public:
  Runs(const TickPorts& ports, const TickSettings& settings) : ports_(ports), settings_(settings) {}

  void add(Beginning beginning, std::shared_ptr<const Readings> readings);
  [[nodiscard]] bool empty() const { return active_.empty(); }
  [[nodiscard]] std::set<JobName> jobs() const;
  /// Starts what may start, waits up to `up_to` for an end, and answers the slots that ended together. Empty when
  /// none did.
  [[nodiscard]] Result<std::vector<SlotEnd>> next(Millis up_to);
  /// The receipt of this slot is in the ledger: on to the next one, or the lease is done.
  void done(ActiveRun* run);

 private:
  [[nodiscard]] Result<std::optional<SlotEnd>> start(ActiveRun& run);
  /// Judges what is new for the slot that the run works on.
  [[nodiscard]] Result<void> look(ActiveRun& run);
  [[nodiscard]] Result<std::optional<SlotEnd>> start_program(ActiveRun& run, const CommandRunner& runner);
  [[nodiscard]] std::optional<SlotEnd> judge(ActiveRun& run, RunEnd end);
  [[nodiscard]] bool may_start(const ActiveRun& run) const;
  [[nodiscard]] Millis patience(Millis up_to) const;

  const TickPorts& ports_;
  const TickSettings& settings_;
  std::list<ActiveRun> active_;
};

}  // namespace hz
