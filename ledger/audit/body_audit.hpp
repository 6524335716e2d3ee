// The bodies of one month and machine: each file of the newest tree hashes to its name and is a body in
// the one form that bodies have.
#pragma once

#include "core/port/auditor.hpp"
#include "ledger/lane/history.hpp"

namespace hz {

/// "66/662a….json" → "662a…"; empty when the path has another shape.
[[nodiscard]] std::string digest_of_body_path(const std::string& path);

/// Environment errors only: what is wrong goes into the audit's faults.
[[nodiscard]] Result<void> audit_bodies(const History& history, const HistoryRef& ref, LedgerAudit& audit);

}  // namespace hz
