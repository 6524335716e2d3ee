// hz contract …: the person's contracts, as files (W4). Looking at them reads no ledger.
#pragma once

#include <functional>

#include "core/kernel/operation.hpp"
#include "core/port/clock.hpp"
#include "core/port/contracts.hpp"
#include "core/port/zones.hpp"

namespace hz {

struct ContractPorts {
  ContractFiles& contracts;
  const Zones& zones;
  const Clock& clock;
};

void declare_contract(Registry& registry, std::function<Result<ContractPorts>()> open);

}  // namespace hz
