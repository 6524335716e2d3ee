// hz system daemon …: the tick and what can be asked about it (D2).
#pragma once

#include <functional>
#include <vector>

#include "core/kernel/operation.hpp"
#include "core/port/machine.hpp"
#include "core/tick/job_book.hpp"
#include "core/tick/ports.hpp"

namespace hz {

struct DaemonPorts {
  const Clock& clock;
  Entropy& entropy;
  const Zones& zones;
  const ContractFiles& contracts;
  const Files& files;
  StateFiles& state;
  Processes& runs;
  Processes& readers;
  Lane& lane;
  Bodies& bodies;
  Log& log;
  TickGate& gate;
  const LogReader& logs;
  TickSettings settings;
  std::vector<Chore> chores{};

  /// What a book of this home's jobs is opened with. They outlive it.
  [[nodiscard]] BookPorts book() const { return {contracts, state, zones, settings.machine, chores}; }
};

/// `open` is called by each operation when it runs: a home that cannot be opened is that operation's error.
void declare_daemon(Registry& registry, std::function<Result<DaemonPorts>()> open);

}  // namespace hz
