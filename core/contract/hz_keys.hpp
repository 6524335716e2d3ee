#pragma once

#include "core/config/node.hpp"
#include "core/contract/contract.hpp"

namespace hz {

/// Binds what stands under hz: to the contract, whose name and directory are set already. An unknown key is an
/// error: a schedule that is misspelt and ignored would never run.
void bind_hz_keys(const Node& hz, Contract& contract, Problems& problems);

}  // namespace hz
