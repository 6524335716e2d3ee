// One component of a glob against one name.
#pragma once

#include <string_view>

namespace hz {

/// "*" any run of characters, "?" one character (a byte that is not UTF-8 counts as one); everything else is
/// itself. A name that starts with a dot needs a pattern that does. O(pattern × name).
[[nodiscard]] bool matches_wildcard(std::string_view pattern, std::string_view name);

}  // namespace hz
