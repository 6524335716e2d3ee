#include "core/watch/feed/markup.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/watch/feed/entities.hpp"
#include "core/watch/feed/windows_1252.hpp"

namespace hz::feed {
namespace {

constexpr std::string_view no_break_space = "\xC2\xA0";
constexpr std::size_t reference_max = 12;  // "&thetasym;", "&#x10FFFF;": nothing longer is a reference

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_space(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The name of the tag that begins at `at`, in lower case; empty if none does.
std::string tag_name(std::string_view html, std::size_t at) {
  if (at + 1 < html.size() && html[at + 1] == '/') ++at;
  std::string name;
  for (++at; at < html.size() && (is_letter(html[at]) || (!name.empty() && html[at] >= '0' && html[at] <= '9'));
       ++at) {
    name += lower(html[at]);
  }
  return name;
}

/// Just behind the ">" of the tag at `at`; one between quotes does not count. The end of the text if there is none.
std::size_t end_of_tag(std::string_view html, std::size_t at) {
  char quote = 0;
  for (; at < html.size(); ++at) {
    if (quote != 0) {
      if (html[at] == quote) quote = 0;
    } else if (html[at] == '"' || html[at] == '\'') {
      quote = html[at];
    } else if (html[at] == '>') {
      return at + 1;
    }
  }
  return html.size();
}

std::size_t behind(std::string_view html, std::string_view mark, std::size_t from) {
  const std::size_t found = html.find(mark, from);
  return found == std::string_view::npos ? html.size() : found + mark.size();
}

/// Just behind </name …>, from `from` on.
std::size_t behind_closing(std::string_view html, const std::string& name, std::size_t from) {
  while ((from = html.find("</", from)) != std::string_view::npos) {
    if (tag_name(html, from) == name) return end_of_tag(html, from);
    from += 2;
  }
  return html.size();
}

/// Just behind the markup that begins with the "<" at `at`, or `at` if that is only a sign.
std::size_t skip_markup(std::string_view html, std::size_t at, std::string& text) {
  const std::string_view rest = html.substr(at);
  if (rest.starts_with("<!--")) return behind(html, "-->", at + 4);
  if (rest.starts_with("<!") || rest.starts_with("<?")) return behind(html, ">", at);
  const std::string name = tag_name(html, at);
  if (name.empty()) return at;
  if (is_block(name)) text += ' ';
  const std::size_t end = end_of_tag(html, at);
  const bool opens = rest.size() > 1 && rest[1] != '/';
  return opens && (name == "script" || name == "style") ? behind_closing(html, name, end) : end;
}

/// The code point of "#233" or "#xe9".
char32_t numeric(std::string_view reference) {
  reference.remove_prefix(1);
  const bool hex = !reference.empty() && lower(reference.front()) == 'x';
  if (hex) reference.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, fault] =
      std::from_chars(reference.data(), reference.data() + reference.size(), value, hex ? 16 : 10);
  if (reference.empty() || end != reference.data() + reference.size()) return 0;
  if (fault != std::errc{} || value == 0) return 0xFFFD;
  return value < 0x100 ? windows_1252(static_cast<unsigned char>(value)) : static_cast<char32_t>(value);
}

}  // namespace

bool is_block(std::string_view element) {
  static constexpr std::array<std::string_view, 36> blocks{
      "address", "article",    "aside",  "blockquote", "br", "caption", "dd",  "div", "dl",
      "dt",      "figcaption", "figure", "footer",     "h1", "h2",      "h3",  "h4",  "h5",
      "h6",      "header",     "hr",     "img",        "li", "main",    "nav", "ol",  "p",
      "pre",     "section",    "table",  "tbody",      "td", "th",      "tr",  "ul",  "video"};
  return std::binary_search(blocks.begin(), blocks.end(), element);
}

std::string decode_references(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view window = text.substr(i, reference_max);
    const std::size_t end = window.front() == '&' ? window.find(';') : std::string_view::npos;
    char32_t code_point = 0;
    if (end != std::string_view::npos && end > 1) {
      const std::string_view name = window.substr(1, end - 1);
      code_point = name.front() == '#' ? numeric(name) : named_entity(name);
    }
    if (code_point == 0) {
      decoded += text[i];
    } else {
      append_utf8(decoded, code_point);
      i += end;
    }
  }
  return decoded;
}

std::string html_to_text(std::string_view html) {
  std::string text;
  for (std::size_t at = 0; at < html.size();) {
    const std::size_t behind_it = html[at] == '<' ? skip_markup(html, at, text) : at;
    if (behind_it == at) {
      text += html[at++];
    } else {
      at = behind_it;
    }
  }
  return collapse_space(decode_references(text));
}

std::string collapse_space(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool wide = text.substr(i).starts_with(no_break_space);
    if (!wide && !is_space(text[i])) {
      words += text[i];
      continue;
    }
    if (!words.empty() && words.back() != ' ') words += ' ';
    if (wide) ++i;
  }
  if (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

}  // namespace hz::feed
