// The views of hz contract.
#include <fmt/format.h>

#include "heads/cli/table.hpp"
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {
namespace {

/// "news (feed), status (json)"
std::string inputs_text(const Json& contract) {
  std::string text;
  for (const Json& input : objects_at(contract, "inputs"))
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", shown_at(input, "name"), shown_at(input, "kind"));
  return text.empty() ? shown_at(contract, "inputs") : text;
}

}  // namespace

std::string contracts_view(const Json& document, const Style& style) {
  Table table{{"CONTRACT", "STATE", "SCHEDULE", "TITLE"}};
  std::string problems;
  for (const Json& contract : objects_at(document, "items")) {
    table.add({Cell{shown_first(contract, {"name", "job", "path"})}, state_cell(shown_at(contract, "state")),
               Cell{shown_at(contract, "schedule")}, Cell{shown_at(contract, "title")}});
    problems += problem_lines(contract, style);
  }
  const std::string message = line_of(shown_at(document, "message"));
  if (table.empty()) return message.empty() ? "No contracts. Next: hz contract new digest\n" : message;
  return table.str(style) + message + problems;
}

std::string contract_check_view(const Json& document, const Style& style) {
  std::string out;
  for (const Json& contract : objects_at(document, "items")) {
    const std::string state = shown_at(contract, "state");
    out += style.paint(tone_of(state), state.empty() ? "checked" : state);
    out += "  " + shown_first(contract, {"file", "path", "name", "job"}) + '\n' + problem_lines(contract, style, 4);
  }
  out += problem_lines(document, style) + line_of(shown_at(document, "message"));
  return out.empty() ? "No contracts. Next: hz contract new digest\n" : out;
}

std::string contract_view(const Json& document, const Style& style) {
  Facts facts;
  for (const char* name : {"job", "title", "state", "path", "fingerprint", "owner", "schedule", "zone", "scope"})
    facts.add(name, shown_at(document, name));
  facts.add("inputs", inputs_text(document));
  for (const char* name : {"runner", "timeout", "retries", "catch_up", "fresh", "concurrency"})
    facts.add(name, shown_at(document, name));
  facts.add("next", moment(shown_first(document, {"next_local", "next"})));
  std::string out = facts.str(style) + problem_lines(document, style);
  if (const auto body = text_at(document, "body"); body && !body->empty()) out += '\n' + shown_whole(*body, style);
  return out;
}

}  // namespace hz::cli
