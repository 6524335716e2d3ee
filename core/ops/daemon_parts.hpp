// The operations of hz system daemon, one declaration each, for declare_daemon only.
#pragma once

#include "core/ops/daemon.hpp"

namespace hz {

using OpenDaemon = std::function<Result<DaemonPorts>()>;

[[nodiscard]] Operation declare_tick(const OpenDaemon& open);
[[nodiscard]] Operation declare_jobs(const OpenDaemon& open);
[[nodiscard]] Operation declare_status(const OpenDaemon& open);
[[nodiscard]] Operation declare_slots(const OpenDaemon& open);
[[nodiscard]] Operation declare_pause(const OpenDaemon& open);
[[nodiscard]] Operation declare_resume(const OpenDaemon& open);
[[nodiscard]] Operation declare_logs(const OpenDaemon& open);

}  // namespace hz
