// All operations of this hz, declared over one home.
#pragma once

#include "core/kernel/operation.hpp"
#include "heads/app/home.hpp"

namespace hz {

/// Nothing is opened until an operation runs.
[[nodiscard]] Registry all_operations(const Surroundings& around);

}  // namespace hz
