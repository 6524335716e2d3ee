#include "core/contract/front_matter.hpp"

#include "core/config/source_text.hpp"

namespace hz {
namespace {

bool is_fence(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last + 1) == "---";
}

/// The line at the start of `rest`, which then starts after it.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

}  // namespace

std::variant<FrontMatter, Problem> split_front_matter(std::string_view text, const std::string& file) {
  std::string_view rest = without_bom(text);
  if (!is_fence(take_line(rest)))
    return Problem{Problem::Weight::error,
                   {file, 1, 1},
                   "there is no front matter",
                   "start the file with a line \"---\", then name: and hz:, then another line \"---\""};
  const char* const yaml = rest.data();
  for (int line = 2; !rest.empty(); ++line) {
    const char* const start = rest.data();
    if (!is_fence(take_line(rest))) continue;
    return FrontMatter{{yaml, static_cast<std::size_t>(start - yaml)}, 2, rest, line + 1};
  }
  return Problem{
      Problem::Weight::error, {file, 1, 1}, "the front matter does not end", "end it with a line \"---\""};
}

}  // namespace hz
