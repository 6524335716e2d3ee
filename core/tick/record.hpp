// Recording: bodies first, then one commit with the receipts of all slots that ended together.
#pragma once

#include <vector>

#include "core/tick/report.hpp"
#include "core/tick/runs.hpp"

namespace hz {

struct Recorded {
  Committed committed;
  std::vector<TickLine> lines;  ///< one per end
};

/// Durable when it returns. The runs go on to their next slots only after that (Runs::done).
[[nodiscard]] Result<Recorded> record(const std::vector<SlotEnd>& ends, const TickPorts& ports,
                                      const TickSettings& settings);

}  // namespace hz
