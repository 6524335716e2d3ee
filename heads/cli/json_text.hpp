// One JSON document as --json prints it.
#pragma once

#include <string>

#include "core/base/json.hpp"

namespace hz::cli {

/// Indented by two, members in order of their names, a line break at the end. Characters that a terminal would take
/// for something else are written as \uXXXX: the value is the same, and printing it is harmless.
[[nodiscard]] std::string json_text(const Json& document);

}  // namespace hz::cli
