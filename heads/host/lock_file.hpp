// Locks between processes of one machine. flock decides, never the existence or the contents of a file: the kernel
// drops the lock when its holder dies, so a crash leaves none behind (faults D9, P3).
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "heads/host/fd.hpp"

namespace hz {

enum class WhenHeld { give_up, wait };

/// The file at `path`, created with mode 0600 if need be, locked exclusively for as long as the descriptor is open
/// (it is closed on exec). It is the file that the path names at that moment: whoever renames or removes the file
/// while it holds the lock makes the next one start anew. Nothing: another process holds it. Environment error: the
/// path is no regular file of ours, or the file system has no locks.
[[nodiscard]] Result<std::optional<Fd>> lock_file(const std::string& path, WhenHeld when_held);

}  // namespace hz
