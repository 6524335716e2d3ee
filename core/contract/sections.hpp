#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/node.hpp"

namespace hz {

/// Reactor's sections: heading → text, in order.
using Sections = std::vector<std::pair<std::string, std::string>>;

/// Each "### Heading" of the body to the next heading of level 1 to 3, kept as text for the runner. What stands in
/// fenced code is no heading. A heading that Reactor does not know is a warning. `first_line`: of the body in the
/// file.
[[nodiscard]] Sections read_sections(std::string_view body, const std::string& file, int first_line,
                                     Problems& problems);

}  // namespace hz
