// hz draft …: what runs rendered. A draft is a body; its id is the first 12 digits of its receipt's.
#pragma once

#include <functional>

#include "core/ops/daemon.hpp"

namespace hz {

void declare_draft(Registry& registry, std::function<Result<DaemonPorts>()> open);

}  // namespace hz
