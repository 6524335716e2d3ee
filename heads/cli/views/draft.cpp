// The views of hz draft.
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string drafts_view(const Json& document, const Style& style) {
  Table table{{"DRAFT", "JOB", "SLOT", "STATE", "BYTES", "TITLE"}};
  for (const Json& draft : objects_at(document, "items"))
    table.add({Cell{short_id(shown_first(draft, {"draft", "id"}))}, Cell{shown_at(draft, "job")},
               Cell{moment(shown_first(draft, {"local", "slot", "at"}))}, state_cell(shown_at(draft, "state")),
               Cell{shown_at(draft, "bytes")}, Cell{shown_at(draft, "title")}});
  return table.empty() ? "No drafts yet. Next: hz system daemon tick\n" : table.str(style);
}

/// The text itself and nothing else, so that it can go into a file. One that is gone says so.
std::string draft_view(const Json& document, const Style& style) {
  if (const auto text = text_at(document, "text")) return shown_whole(*text, style);
  const std::string state = shown_at(document, "state");
  std::string line = fmt::format("Draft {} is {}", short_id(shown_first(document, {"draft", "id"})),
                                 state.empty() ? "not there" : state);
  if (const std::string why = shown_at(document, "why"); !why.empty()) line += ": " + why;
  return line + '\n';
}

}  // namespace hz::cli
