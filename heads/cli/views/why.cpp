// hz why: what is now, what was rendered last, what happened since, what comes next; each section a text, a list,
// or names and values.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

std::string indented(const std::string& text, std::size_t by) {
  std::string out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out += std::string(by, ' ') + text.substr(from, end - from) + '\n';
    from = end + 1;
  }
  return out;
}

std::string section_text(const Json& section, const Style& style) {
  constexpr std::size_t indent = 2;
  if (section.is_object()) return indented(generic_view(section, style), indent);
  if (!section.is_array()) return indented(shown(section), indent);
  if (std::all_of(section.begin(), section.end(), [](const Json& line) { return line.is_object(); }))
    return indented(generic_view({{"items", section}}, style), indent);
  std::string out;
  for (const Json& line : section)
    out += indented(line.is_object() ? generic_view(line, style) : shown(line), indent);
  return out;
}

}  // namespace

std::string why_view(const Json& document, const Style& style) {
  constexpr std::array<std::string_view, 5> names{"now", "last rendered", "since then", "story", "next"};
  std::string out = line_of(style.strong(shown_first(document, {"job", "receipt", "about"})));
  out += line_of(shown_at(document, "message"));
  const std::size_t without_sections = out.size();
  for (const std::string_view name : names) {
    std::string in_code{name};
    std::replace(in_code.begin(), in_code.end(), ' ', '_');
    const Json* section = member(document, name);
    if (section == nullptr) section = member(document, in_code);
    if (section == nullptr || section->is_null() || section->empty()) continue;
    std::string title{name};
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    out += '\n' + style.strong(title) + '\n' + section_text(*section, style);
  }
  return out.size() == without_sections ? generic_view(document, style) : out;
}

}  // namespace hz::cli
