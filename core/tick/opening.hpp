// The first commit of a round: what the files say, which runs were lost, what the inputs look like, which runs
// begin. It is composed from the book and the readings (compose), then said in one transact (open), so that a swap
// that was lost is simply decided again.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/tick/inputs.hpp"
#include "core/tick/job_book.hpp"
#include "core/tick/plan.hpp"
#include "core/tick/ports.hpp"
#include "core/tick/report.hpp"

namespace hz {

/// One slot of a lease, or its manual run.
struct SlotWork {
  std::optional<Slot> slot;
  Instant as_of{};
  std::string key;
  std::optional<std::string> epoch, memo;
};

struct Beginning {
  Contract contract;
  std::shared_ptr<const Zone> zone;
  LeaseAcquired lease;
  std::vector<SlotWork> work;
  int attempt = 1;                     ///< of the first slot: losses count
  bool again = false;                  ///< for the commit's line
  std::optional<std::string> failure;  ///< an input cannot be read: every slot fails without running
  std::uint64_t token = 0;             ///< known once it is said
};

struct Observation {
  StreamName source;
  Source::Command seen;
};

struct Opening {
  std::vector<ContractNews> contracts;
  std::vector<std::pair<JobName, LoseRun>> lost;
  std::vector<Observation> observations;
  std::vector<SealedBody> bodies;  ///< durable before the commit that names them
  std::vector<Beginning> beginnings;
  std::map<JobName, SkipRanges> skips;       ///< pending skips of jobs that do not begin, where they grew
  std::set<JobName> told_skips;              ///< jobs whose pending skips ride in this commit
  std::vector<TickLine> lines;               ///< for the report: skipped, waiting, damaged, lost
  std::vector<std::string> clock_went_back;  ///< for the log
};

struct RoundQuestion {
  Instant now{};
  std::set<JobName> busy;         ///< jobs that this tick runs already
  std::optional<JobName> manual;  ///< run this one now, whatever is due
  bool dry = false;
};

/// Reads inputs and asks whether lost runs are gone; writes nothing.
[[nodiscard]] Result<Opening> compose(const View& view, const JobBook& book, Readings& readings,
                                      const TickPorts& ports, const TickSettings& settings,
                                      const RoundQuestion& question);

/// Says it: bodies, then one commit. Fills in the tokens. Nothing is said when the daemon was paused meanwhile.
[[nodiscard]] Result<Committed> open(Opening& opening, const TickPorts& ports, const TickSettings& settings);

}  // namespace hz
