#include "core/runner/outline.hpp"

#include <fmt/format.h>

#include "core/base/time.hpp"
#include "core/runner/markdown.hpp"

namespace hz {
namespace {

constexpr std::string_view cut_note = "\n_The outline is cut here: it would be larger than 1 MB._\n";

std::string linked_title(const std::string& title, const std::optional<std::string>& link) {
  const std::string words = markdown_words(title.empty() ? "(no title)" : title, outline_text_max);
  const auto address = link ? markdown_link(*link) : std::nullopt;
  return address ? fmt::format("[{}]({})", words, *address) : words;
}

/// The day of an item that was dated in RFC 3339; any other date as it was written.
std::string day_of(const Item& item) {
  if (!item.at) return "";
  return parse_time_of_person(*item.at) ? item.at->substr(0, 10) : markdown_words(*item.at, item_at_max);
}

std::string line_of(const Item& item) {
  std::string line = "- " + linked_title(item.title, item.link);
  if (const std::string day = day_of(item); !day.empty()) line += " — " + day;
  const std::string text = item.text ? markdown_words(*item.text, outline_text_max) : "";
  if (!text.empty()) line += ": " + text;
  return line;
}

std::string line_of(const KnownItem& item) {
  return "- " + linked_title(item.title, item.link);
}

template <class Entry>
void add_list(std::string& out, std::string_view heading, const std::vector<Entry>& entries) {
  if (entries.empty()) return;
  out += fmt::format("\n### {}\n\n", heading);
  std::size_t shown = 0;
  for (const Entry& entry : entries) {
    if (shown++ == outline_list_max) {
      out += fmt::format("- …and {} more\n", entries.size() - outline_list_max);
      return;
    }
    out += line_of(entry) + "\n";
  }
}

void add_input(std::string& out, const InputNews& input) {
  const News& news = input.news;
  if (news.fresh.empty() && news.changed.empty() && news.gone.empty()) return;
  out += fmt::format("\n## {}\n", markdown_words(input.name, outline_text_max));
  for (const std::string& bound : input.cuts)
    out += fmt::format("\n_{}_\n", markdown_words(bound, outline_text_max));
  add_list(out, "New", news.fresh);
  add_list(out, "Changed", news.changed);
  add_list(out, "Gone", news.gone);
}

void cut_to_whole_lines(std::string& out) {
  if (out.size() <= outline_bytes_max) return;
  out.resize(out.rfind('\n', outline_bytes_max - cut_note.size() - 1) + 1);
  out += cut_note;
}

}  // namespace

std::string render_outline(const OutlineRequest& request) {
  std::size_t fresh = 0;
  std::size_t changed = 0;
  std::size_t gone = 0;
  for (const InputNews& input : request.inputs) {
    fresh += input.news.fresh.size();
    changed += input.news.changed.size();
    gone += input.news.gone.size();
  }
  std::string out =
      fmt::format("# {}\n\n_{} · {} new, {} changed, {} gone_\n", markdown_words(request.title, outline_text_max),
                  markdown_words(request.slot, outline_text_max), fresh, changed, gone);
  for (const InputNews& input : request.inputs) add_input(out, input);
  cut_to_whole_lines(out);
  return out;
}

}  // namespace hz
