#include "core/ops/daemon.hpp"

#include "core/ops/daemon_parts.hpp"

namespace hz {

void declare_daemon(Registry& registry, std::function<Result<DaemonPorts>()> open) {
  const OpenDaemon shared = std::move(open);
  for (const auto declare :
       {declare_tick, declare_jobs, declare_status, declare_slots, declare_pause, declare_resume, declare_logs}) {
    registry.add(declare(shared));
  }
}

}  // namespace hz
