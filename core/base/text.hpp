// Text from outside, made safe: valid UTF-8, nothing that a terminal or a reader would take for something else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hz {

[[nodiscard]] bool is_utf8(std::string_view bytes);
/// Invalid sequences become U+FFFD, one for each maximal ill-formed part (Unicode 15, 3.9, U+FFFD substitution).
[[nodiscard]] std::string repair_utf8(std::string_view bytes);
/// For people: what would move, hide or reorder its neighbours is shown as an escape: control, bidirectional,
/// zero-width, line-separating, unassigned and other invisible characters, and every space but U+0020, as \n, \t,
/// \r or \u{202e}; bytes that are not UTF-8 as \xff; a backslash as \\, so that two different texts never look the
/// same. "\n" stays raw with `keep_newlines`. Input may be any bytes.
[[nodiscard]] std::string escape_for_display(std::string_view text, bool keep_newlines = false);
/// At most `max` bytes, cut between characters, with "…" in place of what is gone (counted within `max`).
[[nodiscard]] std::string cut(std::string_view text, std::size_t max);
/// The last `max` bytes or fewer, starting at a character.
[[nodiscard]] std::string tail(std::string_view text, std::size_t max);
/// Code points, a bad byte counting as one.
[[nodiscard]] std::size_t length_in_characters(std::string_view text);
/// Nothing of CommonMark starts in it: punctuation that could is escaped with a backslash, line breaks become
/// spaces.
[[nodiscard]] std::string escape_markdown(std::string_view text);
/// The candidate nearest to `word` by edit distance (a swap of neighbours is one step), if near enough to be meant;
/// else empty. What stands before a candidate's last colon may be left out: "digst" finds "contract:digest".
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);
[[nodiscard]] std::string trim(std::string_view text);

}  // namespace hz
