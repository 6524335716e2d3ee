#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/config/node.hpp"

namespace hz {

/// A plain scalar by the core schema (YAML 1.2.2, 10.3.2), or the reason why hz refuses it.
struct RefusedScalar {
  std::string what, hint;
};
[[nodiscard]] std::variant<decltype(Node::value), RefusedScalar> read_plain_scalar(std::string_view text);

}  // namespace hz
