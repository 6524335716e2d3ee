// hz why: an explanation in sections, each with its lines, in the order in which they are read.
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string why_view(const Json& document, const Style& style) {
  std::string out = line_of(style.strong(shown_first(document, {"job", "receipt"})));
  const std::vector<Json> sections = objects_at(document, "sections");
  if (sections.empty()) return generic_view(document, style);
  for (const Json& section : sections) {
    out += '\n' + line_of(style.strong(shown_at(section, "title")));
    const Json* lines = member(section, "lines");
    if (lines == nullptr || !lines->is_array()) continue;
    for (const Json& line : *lines) out += line_of("  " + shown(line));
  }
  return out;
}

}  // namespace hz::cli
