#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hz {

/// Where a statement first nests deeper than `max`, counting brackets and the dots of keys. toml++ limits brackets
/// only, and a key of 200,000 dotted parts overflows the stack, so this looks before it. Never too low for valid
/// TOML; O(bytes).
[[nodiscard]] std::optional<std::size_t> find_too_deep_toml(std::string_view text, std::size_t max);

}  // namespace hz
