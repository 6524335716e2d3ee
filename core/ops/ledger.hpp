// hz ledger …: where the ledger lies, how much is in it, and keeping it tidy.
#pragma once

#include <functional>
#include <string>

#include "core/kernel/operation.hpp"
#include "core/port/lane.hpp"
#include "core/port/packs.hpp"

namespace hz {

struct LedgerPorts {
  Lane& lane;
  Packs& packs;
  std::string path;  ///< of the repository
  std::string machine, person, host;
};

void declare_ledger(Registry& registry, std::function<Result<LedgerPorts>()> open);

}  // namespace hz
