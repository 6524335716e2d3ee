#include "core/config/toml_depth.hpp"

#include <algorithm>
#include <vector>

namespace hz {
namespace {

/// How deep the statement is at the moment: one level for each open bracket, and one for each dot since the last
/// comma.
class Depth {
 public:
  void open() {
    dots_.push_back(0);
    ++total_;
  }
  void close() {
    if (dots_.size() < 2) return;
    total_ -= 1 + dots_.back();
    dots_.pop_back();
  }
  void dot() {
    ++dots_.back();
    ++total_;
  }
  void next() {
    total_ -= dots_.back();
    dots_.back() = 0;
  }
  [[nodiscard]] std::size_t total() const { return total_; }

 private:
  std::vector<std::size_t> dots_{0};
  std::size_t total_ = 0;
};

}  // namespace

std::size_t past_toml_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view triple = quote == '"' ? R"(""")" : "'''";
  const bool multi_line = text.substr(at, 3) == triple;
  const std::size_t opening = multi_line ? 3 : 1;
  for (std::size_t i = at + opening; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (!multi_line && (text[i] == quote || text[i] == '\n')) {
      return text[i] == '\n' ? i : i + 1;
    } else if (multi_line && text.substr(i, 3) == triple) {
      // Up to two quotes may stand before the closing three.
      const std::string_view closing = text.substr(i, 5);
      return i + std::min(closing.find_first_not_of(quote), closing.size());
    }
  }
  return text.size();
}

std::optional<std::size_t> find_too_deep_toml(std::string_view text, std::size_t max) {
  Depth depth;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '"' || c == '\'') {
      i = past_toml_string(text, i);
      continue;
    }
    if (c == '[' || c == '{') depth.open();
    if (c == ']' || c == '}') depth.close();
    if (c == '.') depth.dot();
    if (c == ',' || c == '\n') depth.next();
    if (depth.total() > max) return i;
    ++i;
  }
  return std::nullopt;
}

}  // namespace hz
