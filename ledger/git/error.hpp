// What libgit2 and the operating system say, as Errors.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace hz::git {

/// The errno that a message of the operating system ends with ("…: No space left on device"), or 0.
[[nodiscard]] int errno_in(std::string_view message);

/// An environment error for a failed call of the operating system: `what` failed with `code`. Full disks, read-only
/// and foreign folders each get the fix that helps.
[[nodiscard]] Error os_error(std::string what, int code);

/// The last failure of libgit2. What the operating system refused is an environment error; anything else means that
/// what is stored is not what git can read: damaged.
[[nodiscard]] Error library_error(std::string what);

}  // namespace hz::git
