// hz audit log and show: the events themselves, and what led to what (L10).
#pragma once

#include <functional>

#include "core/kernel/operation.hpp"
#include "core/port/lane.hpp"

namespace hz {

struct AuditLogPorts {
  Lane& lane;
  const Bodies& bodies;
};

void declare_audit_log(Registry& registry, std::function<Result<AuditLogPorts>()> open);

}  // namespace hz
