// How text for people looks. Escape codes are written here and nowhere else; all data passes `shown` first, so that
// no code of a terminal ever comes from data (faults M1, M12).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/json.hpp"

namespace hz::cli {

enum class Tone { plain, strong, quiet, good, warn, bad };

struct Style {
  bool colours = false;
  bool terminal = false;    ///< false: the text goes to a file or a program
  std::size_t columns = 0;  ///< 0: no wrapping

  /// `text` in a tone; unchanged without colours.
  [[nodiscard]] std::string paint(Tone tone, std::string_view text) const;
  [[nodiscard]] std::string strong(std::string_view text) const { return paint(Tone::strong, text); }
  [[nodiscard]] std::string quiet(std::string_view text) const { return paint(Tone::quiet, text); }
};

/// A value on one line, escaped for display: texts as they are, true and false as yes and no, null as nothing,
/// lists of plain values with commas between, anything else as JSON.
[[nodiscard]] std::string shown(const Json& value);
/// The same of a member, or empty if it is not there.
[[nodiscard]] std::string shown_at(const Json& object, std::string_view name);
/// The first of the members that is there and not empty.
[[nodiscard]] std::string shown_first(const Json& object, std::initializer_list<std::string_view> names);
/// A text of several lines: escaped on a terminal; as it is, to the byte, where it goes to a file or a program.
[[nodiscard]] std::string shown_whole(std::string_view text, const Style& style);
/// The tone of a state or disposition: "rendered" is good, "failed" is bad.
[[nodiscard]] Tone tone_of(std::string_view state);

/// "1 event", "2 events"
[[nodiscard]] std::string counted(std::int64_t count, std::string_view noun);
/// `text` broken at spaces to `columns`, every line after the first indented; 0: not broken. A longer word stays
/// whole.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);
/// Columns of a terminal that an escaped text takes: East Asian wide characters two, combining ones none.
[[nodiscard]] std::size_t width_of(std::string_view text);

}  // namespace hz::cli
