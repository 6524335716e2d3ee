// The bodies of one month and machine: each file of the newest tree hashes to its name and is a body.
#pragma once

#include "core/port/auditor.hpp"
#include "ledger/lane/history.hpp"

namespace hz {

/// Environment errors only: what is wrong goes into the audit's faults.
[[nodiscard]] Result<void> audit_bodies(const History& history, const HistoryRef& ref, LedgerAudit& audit);

}  // namespace hz
