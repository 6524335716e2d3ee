// The views of hz system config.
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

/// "hz.toml:3", or that it is the default.
std::string origin(const Json& item) {
  const auto line = integer_at(item, "line");
  if (shown_at(item, "from") != "file" || !line) return shown_at(item, "from");
  const std::string file = shown_at(item, "file");
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), *line);
}

/// As TOML writes it: what is shown can be set.
std::string value_text(const Json& item) {
  const Json* value = member(item, "value");
  return value != nullptr && value->is_boolean() ? value->dump() : shown_at(item, "value");
}

}  // namespace

std::string settings_view(const Json& document, const Style& style) {
  Table table{{"SETTING", "VALUE", "FROM", "WHAT IT IS"}};
  for (const Json& item : objects_at(document, "items")) {
    const bool set = shown_at(item, "from") == "file";
    const std::string allowed = shown_at(item, "allowed");
    table.add({Cell{shown_at(item, "setting")}, Cell{value_text(item), set ? Tone::strong : Tone::plain},
               Cell{origin(item)}, Cell{shown_at(item, "says") + (allowed.empty() ? "" : " (" + allowed + ")")}});
  }
  return table.str(style) + line_of(shown_at(document, "message"));
}

std::string setting_view(const Json& document, const Style&) {
  return value_text(document) + '\n';
}

}  // namespace hz::cli
