// Markup of entries as plain text.
#pragma once

#include <string>
#include <string_view>

namespace hz::feed {

/// HTML as the words that it shows: tags, comments, scripts and styles are gone, blocks are set apart by a space,
/// references decoded once, white space collapsed. Not a renderer: an unclosed tag ends the text. O(bytes).
[[nodiscard]] std::string html_to_text(std::string_view html);

/// Character references (&amp; &#233; &#xe9; and the named ones of HTML 4) decoded once. Windows-1252 numbers mean
/// what browsers take them for; a number that is no character becomes U+FFFD; an unknown name stays as it is.
[[nodiscard]] std::string decode_references(std::string_view text);

/// Runs of white space, no-break spaces and control characters become one space; none at the ends.
[[nodiscard]] std::string collapse_space(std::string_view text);

/// Does an element of this name (lower case) begin a new line when shown?
[[nodiscard]] bool is_block(std::string_view element);

/// The bytes of a document as UTF-8: UTF-16 by its mark or its first "<", Windows-1252 and ISO 8859-1 by the XML
/// declaration; else UTF-8, repaired. Empty `unknown` or the name of an encoding that hz does not read.
struct Decoded {
  std::string text, unknown;
};
[[nodiscard]] Decoded decode_xml_bytes(std::string_view bytes);

void append_utf8(std::string& text, char32_t code_point);

}  // namespace hz::feed
