// Help, rendered from the registry alone: what it says is what there is.
#pragma once

#include <string>

#include "core/kernel/operation.hpp"
#include "heads/cli/style.hpp"

namespace hz::cli {

/// `hz` alone: what it is, and what to type first.
[[nodiscard]] std::string front_page(const Registry& registry, const Style& style);
/// `hz --help`, `hz system --help`: the commands of a group; with an empty path all of them.
[[nodiscard]] std::string group_help(const Registry& registry, const std::string& path, const Style& style);
[[nodiscard]] std::string operation_help(const Operation& operation, const Style& style);

/// The same as documents: {"items": [{command, summary}]} and the operation's declaration.
[[nodiscard]] Json group_document(const Registry& registry, const std::string& path);
[[nodiscard]] Json operation_document(const Operation& operation);

}  // namespace hz::cli
