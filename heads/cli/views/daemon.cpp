// The views of hz system daemon.
#include <algorithm>
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

/// "contract:digest 11:00 skipped: news did not change since 10:00"
std::string job_line(const Json& job, const Style& style) {
  const std::string disposition = shown_at(job, "disposition");
  std::string line = shown_at(job, "job");
  if (const std::string slot = shown_first(job, {"local", "slot"}); !slot.empty()) line += ' ' + moment(slot);
  line += ' ' + style.paint(tone_of(disposition), disposition);
  std::string more = shown_at(job, "why");
  if (const std::string draft = short_id(shown_at(job, "draft")); !draft.empty())
    more += (more.empty() ? "draft " : ", draft ") + draft;
  if (!more.empty()) line += ": " + more;
  return line + '\n';
}

/// "rendered 09:00"
std::string last_text(const Json& job) {
  const Json* last = member(job, "last");
  if (last == nullptr || !last->is_object()) return {};
  const std::string slot = moment(shown_first(*last, {"local", "slot"}));
  const std::string disposition = shown_at(*last, "disposition");
  return disposition.empty() || slot.empty() ? disposition + slot : disposition + ' ' + slot;
}

/// "5 slots: 3 rendered, 1 skipped, 1 missed, no gap". States of a newer hz come last.
std::string counts_text(const Json& document, std::size_t listed, const Style& style) {
  std::vector<std::string> states{"rendered", "skipped", "failed", "missed", "due", "unreported"};
  const Json* counts = member(document, "counts");
  if (counts != nullptr && counts->is_object())
    for (const auto& [state, count] : counts->items())
      if (state != "gap" && std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  std::string out = counted(static_cast<std::int64_t>(listed), "slot") + ": ";
  for (const std::string& state : states)
    if (const auto count = counts == nullptr ? std::nullopt : integer_at(*counts, state); count.value_or(0) > 0)
      out += fmt::format("{} {}, ", *count, shown(Json(state)));
  const std::int64_t gaps = integer_at(document, "gaps").value_or(0);
  return out + (gaps == 0 ? "no gap" : style.paint(Tone::bad, counted(gaps, "gap"))) + '\n';
}

}  // namespace

std::string tick_view(const Json& document, const Style& style) {
  std::string out;
  for (const Json& job : objects_at(document, "jobs")) out += job_line(job, style);
  out += problem_lines(document, style);
  out += line_of(shown_at(document, "message"));
  // A timer's tick says nothing when there was nothing to do; a person who typed it wants to know that it ran.
  return out.empty() && style.terminal ? "Nothing is due.\n" : out;
}

std::string jobs_view(const Json& document, const Style& style) {
  Table table{{"JOB", "STATE", "NEXT", "LAST", "SCHEDULE", "TITLE"}};
  for (const Json& job : objects_at(document, "items"))
    table.add({Cell{shown_at(job, "job")}, state_cell(shown_at(job, "state")),
               Cell{moment(shown_first(job, {"next_local", "next"}))}, Cell{last_text(job)},
               Cell{shown_at(job, "schedule")}, Cell{shown_at(job, "title")}});
  if (table.empty()) return "No jobs. Next: hz contract new digest\n";
  return table.str(style);
}

std::string status_view(const Json& document, const Style& style) {
  const std::string state = shown_at(document, "state");
  std::string line = style.paint(tone_of(state), state);
  const auto add = [&line](const std::string& text) { line += (line.empty() ? "" : ", ") + text; };
  if (const std::string tick = moment(shown_at(document, "last_tick")); !tick.empty())
    add("last tick " + tick + " UTC");
  if (const auto minutes = integer_at(document, "interval_minutes"))
    add(*minutes == 1 ? "every minute" : fmt::format("every {} minutes", *minutes));
  if (const auto jobs = integer_at(document, "jobs")) add(counted(*jobs, "job"));
  return line_of(line) + line_of(shown_at(document, "message")) + problem_lines(document, style);
}

std::string slots_view(const Json& document, const Style& style) {
  const std::vector<Json> items = objects_at(document, "items");
  Table table{{"SLOT (UTC)", "LOCAL", "STATE", "WHY"}};
  for (const Json& slot : items)
    table.add({Cell{moment(shown_at(slot, "slot"))}, Cell{moment(shown_at(slot, "local"))},
               state_cell(shown_at(slot, "state")), Cell{shown_at(slot, "why")}});
  std::string out = style.strong(shown_at(document, "job"));
  const std::string from = moment(shown_at(document, "from"));
  const std::string to = moment(shown_at(document, "to"));
  if (!from.empty() && !to.empty()) out += fmt::format("  {} to {} UTC", from, to);
  return line_of(out) + table.str(style) + counts_text(document, items.size(), style);
}

std::string logs_view(const Json& document, const Style& style) {
  std::string out;
  const Json* items = member(document, "items");
  if (items == nullptr || !items->is_array()) return out;
  for (const Json& item : *items) {
    if (!item.is_object()) {
      out += shown(item) + '\n';
      continue;
    }
    std::string line = style.quiet(moment(shown_at(item, "at")));
    const auto add = [&line](const std::string& text) {
      if (!text.empty()) line += (line.empty() ? "" : " ") + text;
    };
    const std::string level = shown_at(item, "level");
    add(style.paint(tone_of(level), level));
    add(shown_at(item, "event"));
    for (const auto& [name, value] : item.items())
      if (name != "at" && name != "level" && name != "event")
        add(style.quiet(shown(Json(name)) + '=') + shown(value));
    out += line;
    out += '\n';
  }
  return out;
}

std::string message_view(const Json& document, const Style& style) {
  const std::string message = shown_at(document, "message");
  return message.empty() ? generic_view(document, style) : message + '\n' + problem_lines(document, style);
}

}  // namespace hz::cli
