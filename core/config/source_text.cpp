#include "core/config/source_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace hz {
namespace {

Problem error_at(Place place, std::string what, std::string hint) {
  return {Problem::Weight::error, std::move(place), std::move(what), std::move(hint)};
}

}  // namespace

std::optional<Problem> refuse_text(std::string_view text, const std::string& file, std::size_t max_bytes) {
  if (text.size() > max_bytes)
    return error_at({file, 0, 0}, fmt::format("longer than {} kB", max_bytes >> 10U), "make it shorter");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return error_at({file, 0, 0}, "this is UTF-16, not UTF-8", "save the file as UTF-8");
  if (const auto bad = first_invalid_utf8(text); bad != std::string_view::npos)
    return error_at(place_at(text, bad, file), "not valid UTF-8", "save the file as UTF-8");
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return error_at(place_at(text, nul, file), "a NUL byte", "remove it");
  return std::nullopt;
}

std::string_view without_bom(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

Places::Places(std::string_view text, const std::string& file, int first_line)
    : text_(text), place_{file, first_line, 1}, first_line_(first_line) {}

Place Places::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    place_ = place_at(text_, offset, place_.file, first_line_);
  } else {
    for (; offset_ < offset; ++offset_) {
      if (text_[offset_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if (offset_ + 1 == text_.size() || !is_utf8_continuation(text_[offset_ + 1])) {
        ++place_.column;
      }
    }
  }
  offset_ = offset;
  return place_;
}

Place place_at(std::string_view text, std::size_t offset, const std::string& file, int first_line) {
  offset = std::min(offset, text.size());
  while (offset > 0 && offset < text.size() && is_utf8_continuation(text[offset])) --offset;
  const std::string_view before = text.substr(0, offset);
  const auto newlines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = newlines == 0 ? 0 : before.rfind('\n') + 1;
  const auto column = 1 + length_in_characters(before.substr(line_start));
  return {file, first_line + static_cast<int>(newlines), static_cast<int>(column)};
}

}  // namespace hz
