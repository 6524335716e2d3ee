#include "heads/cli/views/parts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hz::cli {

std::vector<Json> objects_at(const Json& document, std::string_view name) {
  std::vector<Json> objects;
  const Json* list = member(document, name);
  if (list == nullptr || !list->is_array()) return objects;
  std::copy_if(list->begin(), list->end(), std::back_inserter(objects),
               [](const Json& item) { return item.is_object(); });
  return objects;
}

std::string moment(const std::string& time) {
  constexpr std::size_t date_size = 10;
  constexpr std::size_t minutes_size = 16;
  constexpr std::size_t seconds_size = 19;
  if (time.size() <= seconds_size || time[date_size] != 'T' || time.back() != 'Z') return time;
  const bool whole_minute = time.substr(minutes_size) == ":00Z";
  std::string text = time.substr(0, whole_minute ? minutes_size : seconds_size);
  text[date_size] = ' ';
  return text;
}

std::string short_id(const std::string& id) {
  constexpr std::size_t shown_digits = 12;
  constexpr std::size_t whole = 64;
  return id.size() == whole ? id.substr(0, shown_digits) : id;
}

std::string lane_name(const Json& object) {
  constexpr std::string_view heads = "refs/heads/";
  std::string lane = shown_at(object, "lane");
  return lane.starts_with(heads) ? lane.substr(heads.size()) : lane;
}

Cell state_cell(const std::string& state) {
  return {state, tone_of(state)};
}

std::string line_of(const std::string& text) {
  return text.empty() ? text : text + '\n';
}

namespace {

/// "digest.md:4:13"; a line 0 means the file as a whole.
std::string place_of(const Json& problem) {
  std::string text = shown_at(problem, "file");
  for (const char* part : {"line", "column"})
    if (const auto number = integer_at(problem, part).value_or(0); number > 0) text += fmt::format(":{}", number);
  return text;
}

}  // namespace

std::string problem_lines(const Json& document, const Style& style, std::size_t indent) {
  const std::string before(indent, ' ');
  std::string out;
  for (const Json& problem : objects_at(document, "problems")) {
    const std::string weight = shown_at(problem, "weight");
    const std::string place = place_of(problem);
    out.append(before).append(place).append(place.empty() ? "" : ": ");
    out += style.paint(weight == "warning" ? Tone::warn : Tone::bad, weight.empty() ? "error" : weight) + ": ";
    out += shown_at(problem, "what") + '\n';
    if (const std::string hint = shown_at(problem, "hint"); !hint.empty())
      out.append(before).append("  ").append(hint).append("\n");
  }
  if (const Json* list = member(document, "problems"); list != nullptr && list->is_array())
    for (const Json& problem : *list)
      if (problem.is_string())
        out.append(before)
            .append(style.paint(Tone::warn, "problem"))
            .append(": ")
            .append(shown(problem))
            .append("\n");
  return out;
}

}  // namespace hz::cli
