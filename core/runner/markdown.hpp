// Text from outside as parts of a Markdown line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hz {

/// One line of plain words, at most `max` characters and "…" for the rest: control characters and line breaks
/// become spaces, characters that turn the direction of text are dropped, and what CommonMark would read as markup
/// is escaped.
[[nodiscard]] std::string markdown_words(std::string_view text, std::size_t max);

/// A link's address that means the same between the parentheses of a Markdown link, percent-encoded where it must
/// be. Nothing for any other scheme than http, https and mailto: "javascript:" is not linked.
[[nodiscard]] std::optional<std::string> markdown_link(std::string_view link);

}  // namespace hz
