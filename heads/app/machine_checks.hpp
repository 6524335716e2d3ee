// What hz doctor can see of the machine itself.
#pragma once

#include <vector>

#include "core/ops/doctor.hpp"
#include "heads/app/process_facts.hpp"

namespace hz {

/// Folders and their modes, free space, network disks. Writes nothing.
[[nodiscard]] std::vector<Finding> check_machine(const ProcessFacts& facts);

}  // namespace hz
