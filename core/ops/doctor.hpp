// hz doctor: what is not as it should be on this machine, each with its fix (H8).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/kernel/operation.hpp"
#include "core/ops/daemon.hpp"

namespace hz {

struct Finding {
  std::string check;
  enum class State { ok, warning, bad } state = State::ok;
  std::string says, fix;
};

struct DoctorPorts {
  std::function<Result<DaemonPorts>()> daemon;    ///< the checks of core look through it
  std::function<std::vector<Finding>()> machine;  ///< the host's: folders, disk, permissions, zone database
};

void declare_doctor(Registry& registry, DoctorPorts ports);

}  // namespace hz
