// Ids of commits and events as people type them: the first digits, at least seven.
#pragma once

#include <string_view>

#include "core/base/result.hpp"

namespace hz {

inline constexpr std::size_t prefix_digits_min = 7;

[[nodiscard]] inline bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// Usage error unless it is 7 or more lower-case hex digits. `thing` is "an event" or "a commit".
[[nodiscard]] Result<void> check_prefix(std::string_view thing, std::string_view prefix);
[[nodiscard]] Error unknown_prefix(std::string_view thing, std::string_view prefix);
[[nodiscard]] Error ambiguous_prefix(std::string_view thing, std::string_view prefix);

}  // namespace hz
