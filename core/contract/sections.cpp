#include "core/contract/sections.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "core/base/text.hpp"
#include "core/contract/contract.hpp"

namespace hz {
namespace {

const std::vector<std::string>& known_sections() {
  static const std::vector<std::string> names{"Goal",       "Requires",   "Maintains",   "Continuity", "Errors",
                                              "Invariants", "Strategies", "Environment", "Skills",     "Tools",
                                              "Runtime",    "Shape",      "Execution",   "Schedule",   "Receives",
                                              "Emits",      "Payload"};
  return names;
}

/// The line without up to three blanks of indentation; with more it is code, and nothing starts in it.
std::string_view without_indent(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  return indent > 3 ? std::string_view() : line.substr(indent);
}

struct Heading {
  std::size_t level = 0;
  std::string text;
};

/// An ATX heading (CommonMark 0.31, 4.2).
std::optional<Heading> heading_of(std::string_view line) {
  line = without_indent(line);
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6) return std::nullopt;
  const std::string_view after = line.substr(level);
  if (!after.empty() && after[0] != ' ' && after[0] != '\t' && after[0] != '\r') return std::nullopt;
  std::string text = trim(after);
  if (const std::size_t last = text.find_last_not_of('#'); last == std::string::npos) {
    text.clear();
  } else if (last + 1 < text.size() && (text[last] == ' ' || text[last] == '\t')) {
    text = trim(std::string_view(text).substr(0, last));
  }
  return Heading{level, std::move(text)};
}

/// Whether lines are inside fenced code (CommonMark 0.31, 4.5).
class Fences {
 public:
  /// Takes the next line; true if it is code or a fence.
  bool take(std::string_view line) {
    line = without_indent(line);
    const char mark = line.empty() ? '\0' : line[0];
    const std::size_t run = mark == '`' || mark == '~' ? std::min(line.find_first_not_of(mark), line.size()) : 0;
    if (open_ == 0) {
      const bool opens = run >= 3 && (mark == '~' || line.find('`', run) == std::string_view::npos);
      if (opens) open_ = run, mark_ = mark;
      return opens;
    }
    if (mark == mark_ && run >= open_ && trim(line.substr(run)).empty()) open_ = 0;
    return true;
  }

 private:
  std::size_t open_ = 0;  ///< length of the fence that is open
  char mark_ = '\0';
};

void warn_if_unknown(const std::string& heading, const Place& place, Problems& problems) {
  const auto& known = known_sections();
  if (std::find(known.begin(), known.end(), heading) != known.end()) return;
  const std::string near = problems.size() < compile_problems_max ? nearest(heading, known) : "";
  problems.push_back({Problem::Weight::warning, place, fmt::format("unknown section \"### {}\"", cut(heading, 80)),
                      near.empty() ? "it is kept as text" : fmt::format("did you mean \"### {}\"?", near)});
}

}  // namespace

Sections read_sections(std::string_view body, const std::string& file, int first_line, Problems& problems) {
  Sections sections;
  Fences fences;
  bool inside = false;
  int line_number = first_line;
  for (std::size_t at = 0; at < body.size(); ++line_number) {
    const std::size_t end = std::min(body.find('\n', at), body.size() - 1) + 1;
    const std::string_view line = body.substr(at, end - at);
    at = end;
    const std::string_view bare = line.substr(0, line.find_last_not_of("\r\n") + 1);
    const auto heading = fences.take(bare) ? std::nullopt : heading_of(bare);
    if (heading && heading->level <= 3) {
      inside = heading->level == 3;
      if (!inside) continue;
      warn_if_unknown(heading->text, {file, line_number, 1}, problems);
      sections.emplace_back(heading->text, "");
    } else if (inside) {
      sections.back().second += line;
    }
  }
  for (auto& [heading, text] : sections) text = trim(text);
  return sections;
}

}  // namespace hz
