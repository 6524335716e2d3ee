// The views of hz ledger.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string ledger_status_view(const Json& document, const Style& style) {
  constexpr std::array<std::string_view, 4> first{"path", "person", "host", "machine"};
  constexpr std::array<std::string_view, 3> elsewhere{"lanes", "message", "problems"};
  const auto in = [](const auto& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  Facts facts;
  for (const std::string_view name : first) facts.add(name, shown_at(document, name));
  for (const auto& [name, value] : document.items())
    if (!in(first, name) && !in(elsewhere, name)) facts.add(shown(Json(name)), shown(value));
  Table lanes{{"LANE", "COMMITS", "EVENTS", "STREAMS", "TIP"}};
  for (const Json& lane : objects_at(document, "lanes"))
    lanes.add({Cell{lane_name(lane)}, Cell{shown_at(lane, "commits")}, Cell{shown_at(lane, "events")},
               Cell{shown_at(lane, "streams")}, Cell{cut(shown_at(lane, "tip"), 12)}});
  return line_of(shown_at(document, "message")) + facts.str(style) + (lanes.empty() ? "" : "\n") +
         lanes.str(style) + problem_lines(document, style);
}

/// The path alone: cd "$(hz ledger path)".
std::string path_view(const Json& document, const Style& style) {
  const auto path = text_at(document, "path");
  return path ? (style.terminal ? shown(Json(*path)) : *path) + '\n' : generic_view(document, style);
}

}  // namespace hz::cli
