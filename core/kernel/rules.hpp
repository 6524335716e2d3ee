// Operations that change who or what may act (G5). Naming them here, apart from their declarations, means that a
// slip in a declaration ends the process at start instead of handing an agent the keys.
#pragma once

#include <string_view>

namespace hz {

/// Whether the operation of this name must be of reach `rules`.
[[nodiscard]] bool must_be_rules(std::string_view operation);

}  // namespace hz
