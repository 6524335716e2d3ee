// What several views share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "heads/cli/style.hpp"
#include "heads/cli/table.hpp"

namespace hz::cli {

/// The objects in the list at `name`; anything else there is passed over.
[[nodiscard]] std::vector<Json> objects_at(const Json& document, std::string_view name);
/// "2026-11-30 09:02:10" of "2026-11-30T09:02:10.118Z", "2026-11-30 09:00" of a slot; anything else as it is. That
/// it is UTC is left to the title.
[[nodiscard]] std::string moment(const std::string& time);
/// The first 12 digits of an id.
[[nodiscard]] std::string short_id(const std::string& id);
/// A state in its tone.
[[nodiscard]] Cell state_cell(const std::string& state);
/// The text with a line break, or nothing.
[[nodiscard]] std::string line_of(const std::string& text);
/// "hz/log/k3v7q2m5x4ba/1": the member `lane` without "refs/heads/".
[[nodiscard]] std::string lane_name(const Json& object);
/// Problems, a line each: those of settings and contracts with their places and hints, others as they are worded.
[[nodiscard]] std::string problem_lines(const Json& document, const Style& style, std::size_t indent = 0);

}  // namespace hz::cli
