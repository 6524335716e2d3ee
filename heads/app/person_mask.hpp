// hz makes everything private whatever the umask; what a run makes is the person's affair and keeps theirs.
#pragma once

#include <sys/types.h>

namespace hz {

/// Sets the process's umask to 077 and remembers the person's. Once, first thing in main.
void make_private();
/// The umask that the process was started with.
[[nodiscard]] mode_t person_mask();

}  // namespace hz
