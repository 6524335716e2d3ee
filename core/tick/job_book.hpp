// All that is known of every job at one moment: the file as it is now, and what the ledger tells. Every answer
// about jobs (jobs, status, slots, why) and every plan of a tick starts from the same book.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/contract/contract.hpp"
#include "core/contract/contract_stream.hpp"
#include "core/fold/transact.hpp"
#include "core/job/job_stream.hpp"
#include "core/job/machine_stream.hpp"
#include "core/port/contracts.hpp"
#include "core/port/files.hpp"
#include "core/port/zones.hpp"
#include "core/tick/chores.hpp"

namespace hz {

struct JobEntry {
  JobName job;
  std::string contract_name;
  std::optional<Contract> contract;  ///< as its file is now, if it compiles
  Problems problems;                 ///< of its file
  std::string fingerprint;           ///< SHA-256 of its file, also when it does not compile
  bool has_file = false;
  const Chore* chore = nullptr;  ///< if it is one of hz's own
  ContractState history;         ///< as the ledger tells
  JobState state;
  SkipRanges pending;                ///< skips that no event tells yet
  std::shared_ptr<const Zone> zone;  ///< of the contract, else the person's
  std::optional<Error> trouble;  ///< why this job alone does not run: its chain is damaged, its zone is unknown, …

  [[nodiscard]] bool waits_for_team() const { return contract && contract->scope == Scope::team; }
  /// The later of the ledger's newest slot and the last pending skip.
  [[nodiscard]] std::optional<Slot> newest_known_slot() const;
};

struct JobBook {
  std::map<JobName, JobEntry> jobs;
  Problems problems;  ///< of files whose names are no contract's
  MachineState machine;
  std::optional<Error> machine_trouble;
  std::optional<Instant> last_tick;

  /// By its name, with or without the module: "digest" is "contract:digest". Usage error that names the nearest.
  [[nodiscard]] Result<const JobEntry*> find(const std::string& name) const;
};

struct BookPorts {
  const ContractFiles& contracts;
  const StateFiles& state;
  const Zones& zones;
  MachineId machine;
  std::span<const Chore> chores{};  ///< outlive the book
};

/// With `files` false the book tells what the ledger alone knows: as of an earlier moment there are no files to
/// look at.
[[nodiscard]] Result<JobBook> open_book(const View& view, const BookPorts& ports, bool files = true);

/// "hz:" names and contract names as state files: "skips/<mapped job>.json".
[[nodiscard]] Result<std::string> skips_file_name(const JobName& job);
/// The time of this machine's last whole tick. A file that is not a time counts as absent.
[[nodiscard]] std::optional<Instant> read_last_tick(const StateFiles& state);

}  // namespace hz
