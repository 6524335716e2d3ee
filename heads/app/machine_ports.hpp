// Small adapters from what the host offers to core's ports of this machine.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/port/clock.hpp"
#include "core/port/log.hpp"
#include "core/port/machine.hpp"
#include "heads/host/daemon_log.hpp"

namespace hz {

/// Says on standard error what went wrong while the rest goes on, as a warning.
void complain(const Error& error);

/// `allow_network`: state on a network file system is refused otherwise.
[[nodiscard]] std::unique_ptr<TickGate> make_tick_gate(std::string state_folder, const Clock& clock,
                                                       bool allow_network);
/// The first failure to write is said on standard error, once; ticks go on without a log (fault P4).
[[nodiscard]] std::unique_ptr<Log> make_log(DaemonLog::Options options, const Clock& clock);
[[nodiscard]] std::unique_ptr<LogReader> make_log_reader(DaemonLog::Options options);

}  // namespace hz
