// Help, rendered from the registry alone: what it says is what there is.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/operation.hpp"
#include "heads/cli/style.hpp"

namespace hz::cli {

inline constexpr std::string_view what_hz_is =
    "hz runs scheduled work on your machine and leaves a receipt of every run in a ledger that anybody can check.";

/// The options that every command has, and with `of_hz` those of hz alone: {"-h, --help", "this text"}.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> global_options(bool of_hz);

/// `hz` alone: what it is, and what to type first.
[[nodiscard]] std::string front_page(const Registry& registry, const Style& style);
/// `hz --help`, `hz system --help`: the commands of a group; with an empty path all of them.
[[nodiscard]] std::string group_help(const Registry& registry, const std::string& path, const Style& style);
[[nodiscard]] std::string operation_help(const Operation& operation, const Style& style);

/// Of an operation, of a group, or of what lies below it where nobody described it.
[[nodiscard]] std::string summary_of(const Registry& registry, const std::string& path);
/// "hz system daemon tick [--dry-run] [--job JOB]"
[[nodiscard]] std::string usage_line(const Operation& operation);
/// "JOB" or "--job JOB"
[[nodiscard]] std::string option_text(const Param& param);
/// What the parameter is, with its bounds and its default.
[[nodiscard]] std::string help_of(const Param& param);

/// Where the JSON Schema of its answer lies in the tree.
[[nodiscard]] std::string schema_of(const Operation& operation);

/// The same as documents: {"items": [{command, summary}]} and the operation's declaration.
[[nodiscard]] Json group_document(const Registry& registry, const std::string& path);
[[nodiscard]] Json operation_document(const Operation& operation);

}  // namespace hz::cli
