#include "core/kernel/error_text.hpp"

#include "core/base/text.hpp"
#include "core/kernel/exit_code.hpp"

namespace hz {
namespace {

/// `first` stands before the first line, as many spaces before the others.
void put(std::string& out, std::string_view first, std::string_view field) {
  if (field.empty()) return;
  const std::string shown = escape_for_display(field, true);
  std::string_view before = first;
  const std::string spaces(first.size(), ' ');
  for (const std::string& line : split_lines(shown)) {
    if (!line.empty()) out.append(before).append(line);
    out += '\n';
    before = spaces;
  }
}

}  // namespace

Json to_json(const Error& error) {
  return {{"error",
           {{"kind", to_text(error.kind)},
            {"what", repair_utf8(error.what)},
            {"why", repair_utf8(error.why)},
            {"kept", repair_utf8(error.kept)},
            {"fix", repair_utf8(error.fix)}}}};
}

std::string to_text(const Error& error) {
  std::string out;
  put(out, "Error: ", error.what.empty() ? std::string_view{to_text(error.kind)} : std::string_view{error.what});
  put(out, "  ", error.why);
  put(out, "  ", error.kept);
  put(out, "  Next: ", error.fix);
  return out;
}

}  // namespace hz
