#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/config/node.hpp"

namespace hz {

/// A Markdown file in its two parts, both views of the text.
struct FrontMatter {
  std::string_view yaml;  ///< between the two lines "---"
  int yaml_line = 2;      ///< at which it starts
  std::string_view body;  ///< after the second one
  int body_line = 3;
};

/// The text starts with a line "---" and front matter goes to the next such line; blanks after the dashes, CRLF and
/// a byte-order mark are fine. O(bytes).
[[nodiscard]] std::variant<FrontMatter, Problem> split_front_matter(std::string_view text, const std::string& file);

}  // namespace hz
