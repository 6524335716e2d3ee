#pragma once

#include <string_view>

namespace hz::feed {

/// The code point of "amp" or "eacute", or 0 if HTML 4 knows no such name. O(log names).
[[nodiscard]] char32_t named_entity(std::string_view name);

}  // namespace hz::feed
