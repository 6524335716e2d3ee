// The view of hz doctor: every check, and under each that is not well its fix.
#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string doctor_view(const Json& document, const Style& style) {
  Table table;
  std::size_t unwell = 0;
  const std::vector<Json> items = objects_at(document, "items");
  for (const Json& item : items) {
    const std::string state = shown_at(item, "state");
    table.add({state_cell(state), Cell{shown_at(item, "check")}, Cell{shown_at(item, "says")}});
    if (state == "ok") continue;
    ++unwell;
    if (const std::string fix = shown_at(item, "fix"); !fix.empty())
      table.add({Cell{""}, Cell{""}, Cell{"Next: " + fix}});
  }
  if (items.empty()) return "Nothing was checked.\n";
  const std::string end =
      unwell == 0 ? "All is well." : counted(static_cast<std::int64_t>(unwell), "thing") + " to look at.";
  return table.str(style) + end + '\n';
}

}  // namespace hz::cli
