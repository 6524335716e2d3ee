// hz.1, rendered from the registry: what the page says is what there is (H2).
#pragma once

#include <string>

#include "core/kernel/operation.hpp"

namespace hz::cli {

/// One page with every command, as man(7) macros. ASCII: other characters are written as \[uXXXX], so that groff
/// and mandoc read it alike without being told an encoding.
[[nodiscard]] std::string manpage(const Registry& registry, const std::string& version);

}  // namespace hz::cli
