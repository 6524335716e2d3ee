#include "core/config/toml_layout.hpp"

#include <algorithm>

#include "core/config/toml_depth.hpp"

namespace hz {
namespace {

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

  std::vector<TomlPart> scan() {
    parts_.push_back({TomlPart::Kind::table, {}, {}, at_, at_, at_});
    while (skip(" \t\r\n"), at_ < text_.size()) {
      if (text_[at_] == '#') {
        at_ = end_of_line();
      } else if (text_[at_] == '[') {
        header();
      } else {
        entry(TomlPart::Kind::entry, table_);
      }
    }
    return std::move(parts_);
  }

 private:
  void skip(std::string_view characters) { at_ = std::min(text_.find_first_not_of(characters, at_), text_.size()); }

  /// Blanks, line breaks and comments.
  void skip_space() {
    while (skip(" \t\r\n"), at_ < text_.size() && text_[at_] == '#') at_ = end_of_line();
  }

  [[nodiscard]] std::size_t end_of_line() const { return std::min(text_.find('\n', at_), text_.size()); }

  void header() {
    const std::size_t begin = at_;
    skip("[");
    table_ = key();
    at_ = std::min(text_.find_first_not_of("] \t", at_), text_.size());
    std::size_t end = at_;
    while (end > begin + 1 && text_[end - 1] != ']') --end;
    parts_.push_back({TomlPart::Kind::table, table_, {}, begin, end, end});
    at_ = end_of_line();
  }

  /// a . "b" . c, and the blanks behind it.
  TomlPath key() {
    TomlPath path;
    do {
      if (at_ < text_.size() && text_[at_] == '.') ++at_;
      skip(" \t");
      const std::size_t begin = at_;
      if (at_ < text_.size() && is_quote(text_[at_])) {
        at_ = past_toml_string(text_, at_);
        path.emplace_back(text_.substr(begin + 1, std::max<std::size_t>(at_ - begin, 2) - 2));
      } else {
        at_ = std::min(text_.find_first_of(" \t\r\n.=]", at_), text_.size());
        path.emplace_back(text_.substr(begin, at_ - begin));
      }
      skip(" \t");
    } while (at_ < text_.size() && text_[at_] == '.');
    return path;
  }

  void entry(TomlPart::Kind kind, const TomlPath& scope) {
    const std::size_t index = parts_.size();
    parts_.push_back({kind, scope, scope, at_, at_, at_});
    TomlPath path = scope;
    for (std::string& part : key()) path.push_back(std::move(part));
    if (at_ < text_.size()) ++at_;  // "="
    skip(" \t");
    parts_[index].path = path;
    parts_[index].value = at_;
    value(path);
    parts_[index].end = at_;
  }

  void value(const TomlPath& path) {
    if (at_ >= text_.size()) return;
    const char c = text_[at_];
    if (is_quote(c)) {
      at_ = past_toml_string(text_, at_);
    } else if (c == '[' || c == '{') {
      ++at_;
      group(path, c == '{');
    } else {
      const std::size_t begin = at_;
      at_ = std::min(text_.find_first_of(",]}#\r\n", at_), text_.size());
      while (at_ > begin && (text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t')) --at_;
      if (at_ == begin) at_ = std::min(begin + 1, text_.size());  // no value at all: not TOML
    }
  }

  /// The inside of a list or an inline table, up to behind its end.
  void group(const TomlPath& path, bool is_table) {
    while (skip_space(), at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ']' || c == '}') {
        ++at_;
        return;
      }
      if (c == ',') {
        ++at_;
      } else if (is_table) {
        entry(TomlPart::Kind::member, path);
      } else {
        value(path);
      }
    }
  }

  std::string_view text_;
  std::size_t at_;
  TomlPath table_;
  std::vector<TomlPart> parts_;
};

}  // namespace

std::vector<TomlPart> toml_layout(std::string_view text) {
  return Scanner(text).scan();
}

}  // namespace hz
