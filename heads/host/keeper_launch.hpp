// Starting a keeper and handing it its orders.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

#include "core/base/result.hpp"
#include "heads/host/fd.hpp"

namespace hz {

struct LaunchedKeeper {
  pid_t pid = 0;
  Fd socket;  ///< closed on exec: no sibling keeps a keeper from noticing that hz is gone
};

/// Starts `program` as a keeper, in a session of its own (so that Ctrl-C reaches hz only) with no open files but
/// the socket, and with an environment that holds nothing of ours. Environment error.
[[nodiscard]] Result<LaunchedKeeper> launch_keeper(const std::string& program, const std::string& orders);

/// Was it launched by this process, whichever object asked for it, and not yet collected? Being the subreaper is a
/// matter of the whole process too: what falls to us and is no keeper is the orphan of a lost one.
[[nodiscard]] bool is_keeper(pid_t pid);

/// Its status for waitpid's macros once it has ended; from then on it is no keeper. Nothing: it is alive, and
/// `wait` is false.
[[nodiscard]] std::optional<int> collect_keeper(pid_t pid, bool wait);

}  // namespace hz
