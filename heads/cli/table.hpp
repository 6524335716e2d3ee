// Aligned columns, two spaces between. The last column takes what is left of the line and wraps under itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heads/cli/style.hpp"

namespace hz::cli {

struct Cell {
  std::string text;  ///< escaped already
  Tone tone = Tone::plain;

  // NOLINTNEXTLINE(google-explicit-constructor): rows are lists of texts
  Cell(std::string shown, Tone in = Tone::plain) : text(std::move(shown)), tone(in) {}
};

class Table {
 public:
  /// Without titles there is no line of titles.
  explicit Table(std::vector<std::string> titles = {}) : titles_(std::move(titles)) {}

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Columns in which no row has anything are left out. Every line ends with a line break and none with a space.
  [[nodiscard]] std::string str(const Style& style, std::size_t indent = 0) const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<std::string> titles_;
  std::vector<std::vector<Cell>> rows_;
};

/// "name  value" lines, aligned.
class Facts {
 public:
  /// Left out if `value` is empty.
  void add(std::string_view name, std::string value, Tone tone = Tone::plain);
  [[nodiscard]] std::string str(const Style& style, std::size_t indent = 0) const {
    return table_.str(style, indent);
  }

 private:
  Table table_;
};

}  // namespace hz::cli
