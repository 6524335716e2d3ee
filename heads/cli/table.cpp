#include "heads/cli/table.hpp"

#include <algorithm>

namespace hz::cli {
namespace {

constexpr std::size_t gap = 2;
/// A last column narrower than this is not wrapped: a word a line helps nobody.
constexpr std::size_t narrowest = 20;

}  // namespace

/// Of each column; 0 for one in which no row has anything.
std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i].text));
  }
  for (std::size_t i = 0; i < std::min(widths.size(), titles_.size()); ++i)
    if (widths[i] > 0) widths[i] = std::max(widths[i], width_of(titles_[i]));
  return widths;
}

std::string Table::str(const Style& style, std::size_t indent) const {
  const std::vector<std::size_t> width = widths();
  std::size_t last = width.size();
  while (last > 0 && width[last - 1] == 0) --last;
  if (last == 0) return {};
  --last;

  std::string out;
  const auto put_row = [&](const std::vector<Cell>& row) {
    std::string line(indent, ' ');
    std::size_t at = indent;
    std::size_t owed = 0;  // spaces before the next cell that has text
    for (std::size_t i = 0; i < std::min(row.size(), last + 1); ++i) {
      if (width[i] == 0) continue;
      if (!row[i].text.empty()) {
        line.append(owed, ' ');
        const bool wraps = i == last && style.columns >= at + narrowest;
        line += style.paint(row[i].tone, wraps ? wrapped(row[i].text, style.columns - at, at) : row[i].text);
        owed = 0;
      }
      owed += width[i] - (row[i].text.empty() ? 0 : width_of(row[i].text)) + gap;
      at += width[i] + gap;
    }
    out += line + '\n';
  };

  if (!titles_.empty()) {
    std::vector<Cell> titles;
    for (const std::string& title : titles_) titles.emplace_back(title, Tone::quiet);
    put_row(titles);
  }
  for (const auto& row : rows_) put_row(row);
  return out;
}

void Facts::add(std::string_view name, std::string value, Tone tone) {
  if (value.empty()) return;
  table_.add({Cell{std::string{name}, Tone::quiet}, Cell{std::move(value), tone}});
}

}  // namespace hz::cli
