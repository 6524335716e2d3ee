// The operations that are about the command line itself: completions and the manual page (H2).
#pragma once

#include <functional>
#include <string>

#include "core/kernel/operation.hpp"
#include "heads/cli/complete.hpp"

namespace hz {

struct CommandLineParts {
  std::function<Registry()> all;  ///< the whole registry, declared again when it is asked about
  cli::NamesOf names_of;
  std::string version;
};

/// hz system complete, completions, manpage. Nothing is rendered until one of them runs.
void declare_command_line(Registry& registry, CommandLineParts parts);

}  // namespace hz
