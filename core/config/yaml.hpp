// The subset of YAML 1.2 that front matter may use: what a person can read without knowing YAML's depths.
//
// One document of maps, lists and scalars, block or flow. Plain scalars have the types of the core schema (true,
// 12, 0x1f, 1.5, null); `yes`, `on` and 12:30 are text; what is in quotes is text. Refused, each with its place:
// duplicate keys, anchors, aliases, tags, merge keys, keys that are not scalars, a second document, .inf and .nan,
// whole numbers beyond 64 bits, more than 16 levels, control characters.
#pragma once

#include <string>
#include <string_view>

#include "core/config/node.hpp"

namespace hz {

inline constexpr std::size_t yaml_bytes_max = 64U << 10U;
inline constexpr std::size_t yaml_depth_max = 16;

/// Never fails as a whole: any bytes give a root, problems, or both. An empty text is a root that is nothing.
/// `first_line` is the line of the file at which the text starts.
[[nodiscard]] Parsed read_yaml(std::string_view text, const std::string& file, int first_line = 1);

}  // namespace hz
