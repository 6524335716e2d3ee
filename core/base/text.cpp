#include "core/base/text.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/utf8.hpp"

namespace hz {
namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::size_t longest_continuation = 3;

/// The nearest place at or before `at` where a character may start.
std::size_t character_start_before(std::string_view text, std::size_t at) {
  for (std::size_t back = 0; back <= longest_continuation && back <= at; ++back) {
    if (!is_utf8_continuation(text[at - back])) return at - back;
  }
  return at;  // not UTF-8 hereabouts: any place is as good
}

/// Levenshtein's distance, with a swap of neighbours as one step. O(|a|·|b|).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  return first_invalid_utf8(bytes) == std::string_view::npos;
}

std::string repair_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const Decoded next = decode_utf8(bytes.substr(i));
    if (next.valid) {
      out += bytes.substr(i, next.length);
    } else {
      append_utf8(out, next.code_point);
    }
    i += next.length;
  }
  return out;
}

std::string cut(std::string_view text, std::size_t max) {
  if (text.size() <= max) return std::string{text};
  const bool marked = max >= ellipsis.size();
  const std::size_t end = character_start_before(text, marked ? max - ellipsis.size() : max);
  std::string out{text.substr(0, end)};
  if (marked) out += ellipsis;
  return out;
}

std::string tail(std::string_view text, std::size_t max) {
  if (text.size() <= max) return std::string{text};
  std::size_t start = text.size() - max;
  for (std::size_t i = 0; i < longest_continuation && start < text.size() && is_utf8_continuation(text[start]);
       ++i) {
    ++start;
  }
  return std::string{text.substr(start)};
}

std::size_t length_in_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Decoded next = decode_utf8(text.substr(i));
    count += next.valid ? 1 : next.length;
    i += next.length;
  }
  return count;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest_word = 256;  // nobody mistypes more, and the distance is quadratic
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (word.empty() || word.size() > longest_word || candidate.size() > longest_word) continue;
    // "digest" may mean "contract:digest": the part before the colon is often left out.
    const std::string_view short_name = std::string_view{candidate}.substr(candidate.rfind(':') + 1);
    const std::size_t d = std::min(distance(word, candidate), distance(word, short_name));
    if (d < best_distance) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string{text};
}

}  // namespace hz
