// Most ticks find nothing to do, and would find so again until the next slot is due: unless the lane, a contract,
// the zone database or a setting moved meanwhile, there is nothing to read. What a tick saw is kept as a digest
// beside that time. A hint and no more: without it a tick looks at everything.
#pragma once

#include <optional>
#include <string>

#include "core/tick/job_book.hpp"
#include "core/tick/ports.hpp"

namespace hz {

/// A digest of all that a plan depends on but the time. Nothing when that cannot be told without reading it.
[[nodiscard]] std::optional<std::string> plan_basis(const TickPorts& ports, const TickSettings& settings);

/// Until when a tick that found this book idle at `now` would find so again: the next slot of any job. Nothing when
/// there is more to it than slots: an open lease, a pause, a problem.
[[nodiscard]] std::optional<Instant> idle_until(const JobBook& book, Instant now);

/// Whether an earlier tick on this basis found that nothing is due before a time that is after `now`. Not if the
/// clock went back since.
[[nodiscard]] bool is_known_idle(const StateFiles& state, const std::string& basis, Instant now);
[[nodiscard]] Result<void> remember_idle(StateFiles& state, const std::string& basis, Instant now, Instant until);

}  // namespace hz
