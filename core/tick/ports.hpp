// What a tick touches, and what it is told.
#pragma once

#include <map>
#include <span>
#include <string>

#include "core/event/event.hpp"
#include "core/port/clock.hpp"
#include "core/port/contracts.hpp"
#include "core/port/files.hpp"
#include "core/port/lane.hpp"
#include "core/port/log.hpp"
#include "core/port/processes.hpp"
#include "core/port/progress.hpp"
#include "core/port/zones.hpp"
#include "core/tick/chores.hpp"

namespace hz {

struct TickPorts {
  const Clock& clock;
  Entropy& entropy;
  const Zones& zones;
  const ContractFiles& contracts;
  const Files& files;
  StateFiles& state;
  Processes& runs;     ///< runs of jobs
  Processes& readers;  ///< inputs that are commands: apart, for a reading waits for its own process only
  Lane& lane;
  Bodies& bodies;
  Log& log;
  Progress& progress;
  std::span<const Chore> chores{};
};

struct TickSettings {
  MachineId machine;
  std::string host;
  By by;
  Seconds interval{300};
  int runs_at_once = 4;
  std::map<std::string, std::string> environment;  ///< PATH, HOME and LANG of every run
};

}  // namespace hz
