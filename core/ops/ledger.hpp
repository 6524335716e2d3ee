// hz ledger …: where the ledger lies and how much is in it.
#pragma once

#include <functional>
#include <string>

#include "core/kernel/operation.hpp"
#include "core/port/lane.hpp"

namespace hz {

struct LedgerPorts {
  Lane& lane;
  std::string path;  ///< of the repository
  std::string machine, person, host;
};

void declare_ledger(Registry& registry, std::function<Result<LedgerPorts>()> open);

}  // namespace hz
