#include "core/ops/moment.hpp"

#include <algorithm>

#include "core/base/hex.hpp"

namespace hz {

namespace {

bool is_hex_prefix(const std::string& text) {
  return text.size() >= 7 && text.size() <= 64 && is_hex(text);
}

}  // namespace

Param at_param() {
  return {.name = "at", .help = "answer as of then: a time, an event or a commit", .value_name = "TIME|ID"};
}

Result<std::shared_ptr<const View>> view_at(Lane& lane, const std::optional<std::string>& at) {
  if (!at) return lane.at_tip();
  if (const auto time = parse_time_of_person(*at)) return lane.as_of(*time);
  if (!is_hex_prefix(*at)) {
    return Error{ErrorKind::usage, "--at does not understand \"" + *at + "\"",
                 "it takes a time, an event's id or a commit's", "",
                 "hz audit log, or a time like 2026-11-30T09:00Z"};
  }
  auto by_event = lane.as_of(AtEvent{*at});
  if (by_event || by_event.error().kind != ErrorKind::usage) return by_event;
  return lane.as_of(AtCommit{*at});
}

Result<Instant> time_of_person(const std::string& text, const std::string& parameter) {
  if (const auto time = parse_time_of_person(text)) return *time;
  return Error{ErrorKind::usage, "--" + parameter + " does not understand \"" + text + "\"", "it takes a time", "",
               "a time like 2026-11-30T09:00Z or 2026-11-30"};
}

}  // namespace hz
