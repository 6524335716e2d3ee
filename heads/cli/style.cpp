#include "heads/cli/style.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/text.hpp"

namespace hz::cli {
namespace {

std::string_view code_of(Tone tone) {
  switch (tone) {
    case Tone::plain:
      return "";
    case Tone::strong:
      return "1";
    case Tone::quiet:
      return "2";
    case Tone::good:
      return "32";
    case Tone::warn:
      return "33";
    case Tone::bad:
      return "1;31";
  }
  return "";
}

bool is_plain(const Json& value) {
  return !value.is_structured();
}

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  const std::string_view code = code_of(tone);
  if (!colours || code.empty() || text.empty()) return std::string{text};
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string shown(const Json& value) {
  if (value.is_string()) return escape_for_display(value.get_ref<const std::string&>());
  if (value.is_null()) return {};
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array() && std::all_of(value.begin(), value.end(), is_plain)) {
    std::string out;
    for (const Json& element : value) out += (out.empty() ? "" : ", ") + shown(element);
    return out;
  }
  return escape_for_display(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string shown_at(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  return value == nullptr ? std::string{} : shown(*value);
}

std::string shown_first(const Json& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (std::string text = shown_at(object, name); !text.empty()) return text;
  return {};
}

std::string shown_whole(std::string_view text, const Style& style) {
  std::string out = style.terminal ? escape_for_display(text, true) : std::string{text};
  if (style.terminal && !out.empty() && out.back() != '\n') out += '\n';
  return out;
}

Tone tone_of(std::string_view state) {
  constexpr std::array<std::string_view, 6> good{"ok", "done", "rendered", "ready", "present", "registered"};
  constexpr std::array<std::string_view, 9> bad{"failed", "bad",   "damaged", "does not compile", "lost",
                                                "error",  "fault", "gap",     "never ticked"};
  constexpr std::array<std::string_view, 7> warn{"missed",     "stale", "paused",  "warning",
                                                 "unreported", "busy",  "warnings"};
  constexpr std::array<std::string_view, 5> quiet{"skipped", "idle", "waiting", "retired", "no_contracts"};
  const auto in = [state](const auto& list) { return std::find(list.begin(), list.end(), state) != list.end(); };
  if (in(good)) return Tone::good;
  if (in(bad)) return Tone::bad;
  if (in(warn)) return Tone::warn;
  return in(quiet) ? Tone::quiet : Tone::plain;
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  if (columns == 0) return std::string{text};
  std::string out;
  std::size_t at = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t width = width_of(word);
    if (at > 0 && at + 1 + width > columns) {
      out += '\n' + std::string(indent, ' ');
      at = 0;
    } else if (at > 0) {
      out += ' ';
      ++at;
    }
    out += word;
    at += width;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace hz::cli
