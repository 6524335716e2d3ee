// What outside text looks like to people (cases: fixtures/cases/spoof.json) and to Markdown.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace hz {
namespace {

struct Range {
  char32_t first, last;
};

/// Sorted and apart. Not one of these is ink: shown raw it would move, hide or reorder what stands around it.
constexpr Range never_shown[] = {
#include "core/base/display_ranges.inc"
};

bool is_hidden(char32_t c) {
  const auto* range = std::lower_bound(std::begin(never_shown), std::end(never_shown), c,
                                       [](const Range& r, char32_t wanted) { return r.last < wanted; });
  return range != std::end(never_shown) && range->first <= c;
}

void put_escaped(std::string& out, char32_t c) {
  switch (c) {
    case U'\n':
      out += "\\n";
      return;
    case U'\r':
      out += "\\r";
      return;
    case U'\t':
      out += "\\t";
      return;
    default:
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c));
  }
}

bool is_line_break(char c) {
  return c == '\n' || c == '\r';
}

/// Line breaks as single spaces, and no space at either end: four in front would start a code block, two behind a
/// break.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_line_break(text[i])) {
      line += text[i];
    } else if (i == 0 || !is_line_break(text[i - 1])) {
      line += ' ';
    }
  }
  return trim(line);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Where the mark of a list, heading, quote or underline lies if the line starts with one; else npos.
std::size_t block_mark(std::string_view line) {
  if (line.empty()) return std::string_view::npos;
  if (std::string_view{"#+-=:"}.find(line.front()) != std::string_view::npos) return 0;
  const auto after = std::find_if_not(line.begin(), line.end(), is_digit);
  const auto digits = static_cast<std::size_t>(after - line.begin());
  const bool numbered = digits > 0 && after != line.end() && (*after == '.' || *after == ')');
  return numbered ? digits : std::string_view::npos;
}

}  // namespace

std::string escape_for_display(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Decoded next = decode_utf8(text.substr(i));
    const std::string_view raw = text.substr(i, next.length);
    if (!next.valid) {
      for (const char byte : raw)
        out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    } else if (next.code_point == U'\\') {
      out += "\\\\";  // or the text \n would look like a line feed
    } else if (is_hidden(next.code_point) && !(keep_newlines && next.code_point == U'\n')) {
      put_escaped(out, next.code_point);
    } else {
      out += raw;
    }
    i += next.length;
  }
  return out;
}

std::string escape_markdown(std::string_view text) {
  const std::string line = on_one_line(text);
  const std::size_t mark = block_mark(line);
  constexpr std::string_view always = "\\`*_[]<>&~|";
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    // "!" is only of use before "[": what follows the text may be a link of ours.
    const bool before_link = line[i] == '!' && i + 1 == line.size();
    if (i == mark || before_link || always.find(line[i]) != std::string_view::npos) out += '\\';
    out += line[i];
  }
  return out;
}

}  // namespace hz
