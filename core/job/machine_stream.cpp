#include "core/job/machine_stream.hpp"

#include "core/fold/decoding.hpp"

namespace hz {

MachineFact Machine::decode(const Sealed& raw) {
  if (auto unread = newer_than_we_read(raw)) return *std::move(unread);
  Decoding members(raw);
  if (raw.type == "daemon.paused") return DaemonPaused{members.optional_body("reason")};
  if (raw.type == "daemon.resumed") return DaemonResumed{};
  return members.unread("its type is not known");
}

void Machine::apply(State& state, const Told<Fact>& told) {
  std::visit(Overloaded{
                 [&](const DaemonPaused&) {
                   if (!state.paused()) state.pauses.push_back({told.at, std::nullopt, told.by.person});
                 },
                 [&](const DaemonResumed&) {
                   if (state.paused()) state.pauses.back().to = told.at;
                 },
                 [&](const NotUnderstood&) {},
             },
             told.fact);
}

Result<std::vector<Draft>> Machine::decide(const State& now, const Command& command) {
  using Drafts = Result<std::vector<Draft>>;
  return std::visit(
      Overloaded{
          [&](const DaemonPaused& pause) -> Drafts {
            if (now.paused()) {
              return Error{ErrorKind::conflict, "the daemon is paused already",
                           "since " + to_text(now.pauses.back().from) + " by " + now.pauses.back().by,
                           "nothing was written", "hz system daemon resume"};
            }
            return std::vector<Draft>{
                {"daemon.paused", {{"reason", pause.reason ? pause.reason->to_json() : Json(nullptr)}}}};
          },
          [&](const DaemonResumed&) -> Drafts {
            if (!now.paused()) {
              return Error{ErrorKind::conflict, "the daemon is not paused", "", "nothing was written",
                           "hz system daemon status"};
            }
            return std::vector<Draft>{{"daemon.resumed", Json::object()}};
          },
      },
      command);
}

}  // namespace hz
