// The tick (D3, design §8): plan, perform, record. One short process: it reconciles what the schedules say with
// what the ledger tells, leaves receipts, and ends.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/tick/ports.hpp"
#include "core/tick/report.hpp"

namespace hz {

struct TickOptions {
  bool dry_run = false;
  std::optional<std::string> job;  ///< run this one now, whatever is due; consumes no slot
};

/// The caller holds the tick lock. What was appended before an error stays; the next tick goes on from there.
[[nodiscard]] Result<TickReport> run_tick(const TickPorts& ports, const TickSettings& settings,
                                          const TickOptions& options);

}  // namespace hz
