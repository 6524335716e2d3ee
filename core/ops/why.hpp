// hz why …: why a job rendered, or did not (B4), and what stands behind a receipt (B1).
#pragma once

#include <functional>

#include "core/ops/daemon.hpp"

namespace hz {

void declare_why(Registry& registry, std::function<Result<DaemonPorts>()> open);

}  // namespace hz
