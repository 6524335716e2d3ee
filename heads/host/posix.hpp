// The few things that every file-handling part of this folder needs: whole reads and writes, private folders, and
// errors of the system said so that a person can act on them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "heads/host/fd.hpp"

namespace hz {

/// "No space left on device."
[[nodiscard]] std::string errno_sentence(int error);
/// "no space left on device": for the middle of a sentence.
[[nodiscard]] std::string errno_words(int error);

/// An environment error about `path`. `what` is a sentence without its full stop; the fix follows from `error`.
[[nodiscard]] Error system_error(std::string what, int error, std::string_view path, std::string kept = "");

/// All of it, however often a signal interrupts. False: see errno.
[[nodiscard]] bool write_all(int fd, std::string_view bytes);
/// At most `max` bytes from where the file stands. Nothing: see errno.
[[nodiscard]] std::optional<std::string> read_up_to(int fd, std::size_t max);

/// Creates the folder and what is missing above it with mode 0700, whatever the umask, durably. A folder that is
/// there and ours is tightened to 0700; folders above it are left as they are. Environment error.
[[nodiscard]] Result<void> ensure_private_folder(const std::string& path);

/// The same, but a folder that is there is left as it is.
[[nodiscard]] Result<void> make_private_folders(const std::string& path);

/// Makes a rename, creation or removal in the folder durable. False: see errno.
[[nodiscard]] bool sync_folder(const std::string& path);

/// "/a/b" of "/a/b/c"; "/" of "/c"; "." of "c".
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace hz
