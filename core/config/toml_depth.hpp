// Looking at TOML before the library does, and beside it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hz {

/// Past the string that starts at `at`, on one line or on many. A string on one line ends with the line at the
/// latest, as an invalid one does.
[[nodiscard]] std::size_t past_toml_string(std::string_view text, std::size_t at);

/// Where a statement first nests deeper than `max`, counting brackets and the dots of keys. toml++ limits brackets
/// only, and a key of 200,000 dotted parts overflows the stack, so this looks before it. Never too low for valid
/// TOML; O(bytes).
[[nodiscard]] std::optional<std::size_t> find_too_deep_toml(std::string_view text, std::size_t max);

}  // namespace hz
