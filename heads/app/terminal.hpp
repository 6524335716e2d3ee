// Standard output and error of this process as the CLI head wants them.
#pragma once

#include "heads/cli/cli.hpp"

namespace hz {

/// From here on a reader that goes away is an answer of write, not the end of the process.
[[nodiscard]] CliPorts terminal_ports();

}  // namespace hz
