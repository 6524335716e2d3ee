// hz audit verify: everything, from the bytes up (L9).
#pragma once

#include <functional>
#include <string>

#include "core/kernel/operation.hpp"
#include "core/port/auditor.hpp"
#include "core/port/files.hpp"

namespace hz {

struct AuditVerifyPorts {
  Auditor& auditor;
  const StateFiles& state;
  std::string ledger;  ///< the private ledger, checked when no other repository is named
  std::string working_directory;
};

void declare_audit_verify(Registry& registry, std::function<Result<AuditVerifyPorts>()> open);

}  // namespace hz
