// Processes below a process, and how to end them all. Linux: read from /proc. Elsewhere nothing is known about
// them, and the process group is all that a keeper reaches (docs/guide/runs.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace hz {

/// A process that was seen once. The start time keeps it apart from a later one with the same number.
struct ProcessRef {
  pid_t pid = 0;
  pid_t parent = 0;
  std::uint64_t started = 0;  ///< ticks since boot
  bool operator==(const ProcessRef&) const = default;
};

/// The text of /proc/<pid>/stat; a command's name in it may hold anything, also ") S 1".
[[nodiscard]] std::optional<ProcessRef> parse_stat(std::string_view text);
[[nodiscard]] std::optional<ProcessRef> look_up(pid_t pid);

/// Everything below `root` at one look, parents before children. A look is not a snapshot: what is started
/// meanwhile may be missing, so whoever must reach all looks until nothing is left.
[[nodiscard]] std::vector<ProcessRef> descendants_of(pid_t root);

/// Never hits another process that got the number since. False if it is gone or not ours to signal.
bool send_signal(const ProcessRef& process, int signal);

/// Stops every process that `find` names, until it names no new one, then kills them: what stands still cannot fork
/// away from under the look (fork bombs). Call it until nothing is left.
void stop_and_kill(const std::function<std::vector<ProcessRef>()>& find);

}  // namespace hz
