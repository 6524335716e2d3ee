// A person's file as their editor saved it: what is refused before any parser sees it, and where a byte lies.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/config/node.hpp"

namespace hz {

/// Too long, not UTF-8 (UTF-16 is recognised and named), or a NUL in it: the first such problem, at its place.
/// Files with CRLF are fine. O(bytes).
[[nodiscard]] std::optional<Problem> refuse_text(std::string_view text, const std::string& file,
                                                 std::size_t max_bytes);
/// The text without the byte-order mark that some editors put before UTF-8.
[[nodiscard]] std::string_view without_bom(std::string_view text);
/// Where `offset` lies; columns count characters. An offset within a character is that of the
/// character, one beyond the end is the end. O(offset).
[[nodiscard]] Place place_at(std::string_view text, std::size_t offset, const std::string& file,
                             int first_line = 1);

/// The same for many offsets of one text that mostly ascend: each costs the distance to the one before it. The text
/// and the name outlive it.
class Places {
 public:
  Places(std::string_view text, const std::string& file, int first_line);
  [[nodiscard]] Place at(std::size_t offset);

 private:
  std::string_view text_;
  Place place_;  ///< of offset_
  std::size_t offset_ = 0;
  int first_line_;
};

}  // namespace hz
