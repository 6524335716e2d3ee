#include <algorithm>
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

constexpr int deepest = 4;

std::string value_text(const Json& value, const Style& style, std::size_t indent, int depth);

bool is_list_of_objects(const Json& value) {
  return value.is_array() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_object(); });
}

/// "lane tip" for "lane_tip"
std::string title_of(std::string_view name) {
  std::string title = shown(Json(std::string{name}));
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

/// A column for each member of any row, in order of names.
std::string list_text(const Json& list, const Style& style, std::size_t indent) {
  std::vector<std::string> names;
  for (const Json& row : list)
    for (const auto& [name, value] : row.items())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::vector<std::string> titles;
  for (const std::string& name : names) titles.push_back(title_of(name));
  Table table{titles};
  for (const Json& row : list) {
    std::vector<Cell> cells;
    for (const std::string& name : names)
      cells.push_back(name == "state" ? state_cell(shown_at(row, name)) : Cell{shown_at(row, name)});
    table.add(std::move(cells));
  }
  return table.str(style, indent);
}

std::string object_text(const Json& object, const Style& style, std::size_t indent, int depth) {
  Facts facts;
  std::string below;
  for (const auto& [name, value] : object.items()) {
    const bool nested = (value.is_object() && !value.empty() && depth < deepest) || is_list_of_objects(value);
    if (!nested) {
      facts.add(title_of(name), shown(value));
      continue;
    }
    below += std::string(indent, ' ') + style.strong(title_of(name)) + '\n' +
             value_text(value, style, indent + 2, depth + 1);
  }
  return facts.str(style, indent) + below;
}

std::string value_text(const Json& value, const Style& style, std::size_t indent, int depth) {
  if (is_list_of_objects(value)) return list_text(value, style, indent);
  if (value.is_object()) return object_text(value, style, indent, depth);
  return std::string(indent, ' ') + shown(value) + '\n';
}

}  // namespace

std::string generic_view(const Json& document, const Style& style) {
  const Json* items = member(document, "items");
  if (items == nullptr || !items->is_array()) return document.empty() ? "" : value_text(document, style, 0, 0);
  if (items->empty()) return "Nothing.\n";
  if (is_list_of_objects(*items)) return list_text(*items, style, 0);
  std::string out;
  for (const Json& item : *items) out += shown(item) + '\n';
  return out;
}

}  // namespace hz::cli
