// The views of hz ledger.
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string ledger_status_view(const Json& document, const Style& style) {
  Facts facts;
  for (const auto& [name, value] : document.items())
    if (name != "lanes" && name != "message" && name != "problems") facts.add(shown(Json(name)), shown(value));
  Table lanes{{"LANE", "COMMITS", "EVENTS", "STREAMS", "TIP"}};
  for (const Json& lane : objects_at(document, "lanes"))
    lanes.add({Cell{shown_at(lane, "lane")}, Cell{shown_at(lane, "commits")}, Cell{shown_at(lane, "events")},
               Cell{shown_at(lane, "streams")}, Cell{shown_at(lane, "tip").substr(0, 12)}});
  return line_of(shown_at(document, "message")) + facts.str(style) + lanes.str(style) +
         problem_lines(document, style);
}

/// The path alone: cd "$(hz ledger path)".
std::string path_view(const Json& document, const Style& style) {
  const auto path = text_at(document, "path");
  return path ? (style.terminal ? shown(Json(*path)) : *path) + '\n' : generic_view(document, style);
}

}  // namespace hz::cli
