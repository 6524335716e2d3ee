// TOML 1.0 as hz's settings files use it: tables, lists, text, numbers, true and false.
#pragma once

#include <string>
#include <string_view>

#include "core/config/node.hpp"

namespace hz {

inline constexpr std::size_t toml_bytes_max = 1U << 20U;
inline constexpr std::size_t toml_depth_max = 64;  ///< tables and lists within one statement, dotted keys included

/// Never fails as a whole: any bytes give a root or one problem. Keys and tables written twice, dates, inf and nan
/// are problems (P9); members are in the order of the file.
[[nodiscard]] Parsed read_toml(std::string_view text, const std::string& file);

}  // namespace hz
