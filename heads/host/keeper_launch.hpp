// Starting a keeper and handing it its orders.
#pragma once

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

}  // namespace hz
