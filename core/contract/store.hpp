// All contracts of a person, compiled. A bad one never hides another.
#pragma once

#include <vector>

#include "core/base/result.hpp"
#include "core/contract/contract.hpp"
#include "core/port/contracts.hpp"

namespace hz {

/// One for each file, in the order of the files' names. A refused file is a Compiled with one error. O(bytes).
[[nodiscard]] std::vector<Compiled> compile_all(const std::vector<ContractFile>& files);
/// Lists and compiles.
[[nodiscard]] Result<std::vector<Compiled>> compile_all(const ContractFiles& files);

}  // namespace hz
