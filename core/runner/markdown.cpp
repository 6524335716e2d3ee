#include "core/runner/markdown.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/text.hpp"

namespace hz {
namespace {

std::size_t character_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

/// U+202A to U+202E, U+2066 to U+2069: embeddings, overrides and isolates. Marks of a single place (U+200E) and
/// joiners are part of ordinary Arabic, Persian or emoji text and stay.
bool turns_direction(std::string_view character) {
  if (character.size() != 3 || character[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(character[2]);
  return (character[1] == '\x80' && last >= 0xAA && last <= 0xAE) ||
         (character[1] == '\x81' && last >= 0xA6 && last <= 0xA9);
}

/// NEL and the other C1 controls, line and paragraph separator.
bool breaks_line(std::string_view character) {
  return (character >= "\xC2\x80" && character <= "\xC2\x9F") || character == "\xE2\x80\xA8" ||
         character == "\xE2\x80\xA9";
}

bool starts_with_scheme(std::string_view link, std::string_view scheme) {
  return link.size() > scheme.size() &&
         std::equal(scheme.begin(), scheme.end(), link.begin(), [](char wanted, char c) {
           return wanted == (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
         });
}

}  // namespace

std::string markdown_words(std::string_view text, std::size_t max) {
  const std::string safe = repair_utf8(text);
  std::string words;
  std::size_t count = 0;
  for (std::size_t i = 0; i < safe.size();) {
    const std::string_view character = std::string_view(safe).substr(i, character_length(safe[i]));
    i += character.size();
    if (turns_direction(character)) continue;
    const bool blank = is_blank(character.front()) || breaks_line(character);
    if (blank && (words.empty() || words.back() == ' ')) continue;
    if (count++ == max) {
      words = trim(words) + "…";
      break;
    }
    words += blank ? " " : character;
  }
  return escape_markdown(trim(words));
}

std::optional<std::string> markdown_link(std::string_view link) {
  constexpr std::array<std::string_view, 3> schemes{"http://", "https://", "mailto:"};
  if (std::none_of(schemes.begin(), schemes.end(), [&](auto scheme) { return starts_with_scheme(link, scheme); })) {
    return std::nullopt;
  }
  constexpr std::string_view plain = "-._~:/?#@!$'*+,;=%";
  std::string address;
  for (const char c : link) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c == '&') {
      address += "&amp;";  // else "&copy=1" could be read as a reference
    } else if (letter || plain.find(c) != std::string_view::npos) {
      address += c;
    } else {
      address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return address;
}

}  // namespace hz
