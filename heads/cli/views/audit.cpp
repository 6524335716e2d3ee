// The views of hz audit.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "heads/cli/json_text.hpp"
#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

/// "10 commits, 17 events, 4 streams, 5 bodies, tip as witnessed"
std::string lane_text(const Json& lane) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const char* noun : {"commit", "event", "stream"})
    if (const auto count = integer_at(lane, std::string{noun} + 's')) add(counted(*count, noun));
  if (const auto bodies = integer_at(lane, "bodies"))
    add(*bodies == 1 ? std::string{"1 body"} : fmt::format("{} bodies", *bodies));
  if (const std::string witness = shown_at(lane, "witness"); !witness.empty()) add("tip " + witness);
  return text;
}

std::string fault_text(const Json& fault, const Style& style) {
  std::string out = "    " + style.paint(Tone::bad, shown_at(fault, "what")) + '\n';
  Facts facts;
  const std::string seq = shown_at(fault, "seq");
  facts.add("event", shown_at(fault, "event"));
  facts.add("stream", shown_at(fault, "stream") + (seq.empty() ? "" : ' ' + seq));
  facts.add("file", shown_at(fault, "file"));
  facts.add("commit", shown_at(fault, "commit"));
  const std::string scope = shown_at(fault, "scope");
  if (scope == "event") facts.add("stops", "this stream; the others go on");
  if (scope == "lane") facts.add("stops", "the whole lane");
  if (scope == "body") facts.add("stops", "nothing; this text is lost");
  if (scope == "story") facts.add("stops", "nothing; a person must judge it");
  return out + facts.str(style, 6);
}

std::string links(const Json& document, const char* name, std::string_view title, const Style& style) {
  const Json* list = member(document, name);
  if (list == nullptr || !list->is_array() || list->empty()) return {};
  Table table;
  for (const Json& event : *list)
    table.add({Cell{short_id(event.is_object() ? shown_at(event, "id") : shown(event))},
               Cell{moment(shown_at(event, "at"))}, Cell{shown_at(event, "stream")}, Cell{shown_at(event, "type")},
               Cell{shown_first(event, {"summary", "why"})}});
  return '\n' + style.strong(title) + '\n' + table.str(style, 2);
}

/// {person, machine, via} or a text: "ada on k3v7q2m5x4ba, daemon"
std::string by_text(const Json& event) {
  const Json* by = member(event, "by");
  if (by == nullptr || !by->is_object()) return shown_at(event, "by");
  std::string text = shown_at(*by, "person");
  if (const std::string machine = shown_at(*by, "machine"); !machine.empty()) text += " on " + machine;
  if (const std::string via = shown_at(*by, "via"); !via.empty()) text += ", " + via;
  return text;
}

/// "ada, daemon": the machine is the lane's.
std::string who(const Json& event) {
  const Json* by = member(event, "by");
  if (by == nullptr || !by->is_object()) return shown_at(event, "by");
  const std::string via = shown_at(*by, "via");
  return shown_at(*by, "person") + (via.empty() ? "" : ", " + via);
}

}  // namespace

std::string verify_view(const Json& document, const Style& style) {
  const std::vector<Json> faults = objects_at(document, "faults");
  const std::vector<Json> lanes = objects_at(document, "lanes");
  std::size_t widest = 0;
  for (const Json& lane : lanes) widest = std::max(widest, width_of(lane_name(lane)));
  std::string out;
  const auto of_lane = [](const std::string& lane) {
    return [&lane](const Json& fault) { return lane_name(fault) == lane; };
  };
  for (const Json& lane : lanes) {
    const std::string name = lane_name(lane);
    const bool well = std::none_of(faults.begin(), faults.end(), of_lane(name));
    out += well ? style.paint(Tone::good, "ok") + "  " : style.paint(Tone::bad, "BAD") + ' ';
    out += name + std::string(widest - width_of(name) + 3, ' ') + lane_text(lane) + '\n';
    for (const Json& fault : faults)
      if (of_lane(name)(fault)) out += fault_text(fault, style);
  }
  for (const Json& fault : faults) {  // of lanes that could not be read at all
    const std::string name = lane_name(fault);
    const bool listed =
        std::any_of(lanes.begin(), lanes.end(), [&name](const Json& lane) { return lane_name(lane) == name; });
    if (!listed) out += style.paint(Tone::bad, "BAD") + ' ' + name + '\n' + fault_text(fault, style);
  }
  if (lanes.empty() && faults.empty()) out += "There is no ledger yet, so nothing can be wrong with it.\n";
  if (!faults.empty())
    out += counted(static_cast<std::int64_t>(faults.size()), "fault") + ". Nothing was repaired.\n";
  if (const Json* notes = member(document, "notes"); notes != nullptr && notes->is_array())
    for (const Json& note : *notes)
      out +=
          style.quiet("note: " + (note.is_object() ? shown_first(note, {"what", "message"}) : shown(note))) + '\n';
  return out;
}

std::string log_view(const Json& document, const Style& style) {
  Table table{{"EVENT", "AT (UTC)", "STREAM", "SEQ", "TYPE", "BY", "SUMMARY"}};
  for (const Json& event : objects_at(document, "items"))
    table.add({Cell{short_id(shown_at(event, "id")), Tone::strong}, Cell{moment(shown_at(event, "at"))},
               Cell{shown_at(event, "stream")}, Cell{shown_at(event, "seq")}, Cell{shown_at(event, "type")},
               Cell{who(event)}, Cell{shown_at(event, "summary")}});
  return table.empty() ? "No events.\n" : table.str(style);
}

std::string event_view(const Json& document, const Style& style) {
  const Json* nested = member(document, "event");
  const Json& event = nested != nullptr && nested->is_object() ? *nested : document;
  Facts facts;
  facts.add("event", shown_first(document, {"id"}), Tone::strong);
  for (const char* name : {"type", "stream", "seq", "prev", "at"}) facts.add(name, shown_at(event, name));
  facts.add("by", by_text(event));
  facts.add("main", shown_at(event, "main"));
  facts.add("commit", shown_at(document, "commit"));
  facts.add("file", shown_at(document, "file"));
  std::string out = facts.str(style);
  if (const Json* data = member(event, "data"); data != nullptr && !data->empty())
    out += '\n' + style.strong("Data") + '\n' + json_text(*data);
  out += links(document, "led_to_it", "Led to it", style);
  return out + links(document, "it_led_to", "It led to", style);
}

}  // namespace hz::cli
