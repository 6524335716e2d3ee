#include "core/job/job_stream.hpp"

#include <algorithm>

#include "core/fold/decoding.hpp"

namespace hz {

namespace {

std::vector<Slot> decode_slots(Decoding& members, const Sealed& raw) {
  std::vector<Slot> slots;
  const Json* list = member(raw.data, "slots");
  if (!list || !list->is_array()) return members.need<std::vector<Slot>>(std::nullopt, "slots");
  for (const Json& entry : *list) {
    const auto slot = entry.is_string() ? parse_slot(entry.get_ref<const std::string&>()) : std::nullopt;
    slots.push_back(members.need(slot, "slots"));
  }
  return slots;
}

SkipRanges decode_skipped(Decoding& members, const Sealed& raw) {
  const Json* list = member(raw.data, "skipped");
  return list ? members.need(ranges_from_json(*list), "skipped") : SkipRanges{};
}

LeaseAcquired decode_lease(Decoding& members, const Sealed& raw) {
  LeaseAcquired lease{MachineId{members.text("machine")}, members.text("boot"), members.text("nonce"),
                      decode_slots(members, raw),         std::nullopt,         Seconds{members.integer("ttl_s")},
                      decode_skipped(members, raw)};
  if (members.optional_text("manual")) lease.manual = members.instant("manual");
  return lease;
}

void account(JobState& state, Slot slot) {
  state.newest_slot = std::max(state.newest_slot.value_or(slot), slot);
}

void account(JobState& state, const SkipRanges& ranges) {
  for (const SkipRange& range : ranges) account(state, range.to);
}

void end_lease(JobState& state, std::uint64_t token, const EventId& id) {
  if (!state.lease || state.lease->token != token) {
    state.anomalies.push_back("event " + id.shown() + " ends lease " + std::to_string(token) +
                              ", which is not open");
    return;
  }
  state.lease.reset();
}

void leave(JobState& state, const Receipt& receipt, const Told<JobFact>& told) {
  if (!state.lease || state.lease->token != receipt.token) {
    state.anomalies.push_back("receipt " + told.id.shown() + " stands outside its lease " +
                              std::to_string(receipt.token));
  } else if (receipt.slot) {
    state.lease->done.push_back(*receipt.slot);
  }
  if (receipt.slot) account(state, *receipt.slot);
  state.losses = 0;
  state.last_receipt = JobState::Last{told.id, told.at, receipt};
  if (receipt.disposition == Disposition::rendered) state.last_rendered = state.last_receipt;
}

Json lease_data(const LeaseAcquired& lease) {
  Json slots = Json::array();
  for (const Slot slot : lease.slots) slots.push_back(to_text(slot));
  Json data{{"boot", lease.boot},
            {"machine", lease.machine.str()},
            {"nonce", lease.nonce},
            {"slots", std::move(slots)},
            {"ttl_s", lease.ttl.count()}};
  if (lease.manual) data["manual"] = to_text(*lease.manual);
  if (!lease.skipped.empty()) data["skipped"] = to_json(lease.skipped);
  return data;
}

Error refused(std::string what, std::string why) {
  return {ErrorKind::conflict, std::move(what), std::move(why), "nothing was written", "hz system daemon status"};
}

using Drafts = Result<std::vector<Draft>>;

Drafts begin(const JobState& now, const BeginRun& command) {
  if (now.lease) {
    return refused("the job has an open lease (token " + std::to_string(now.lease->token) + ")",
                   "machine " + now.lease->terms.machine.str() + " took it at " + to_text(now.lease->since));
  }
  return std::vector<Draft>{{"lease.acquired", lease_data(command.lease)}};
}

Drafts leave_receipt(const JobState& now, const LeaveReceipt& command) {
  const Receipt& receipt = command.receipt;
  if (!now.lease || now.lease->token != receipt.token) {
    return refused("token " + std::to_string(receipt.token) + " is over", "its lease has ended or was never taken");
  }
  const auto& slots = now.lease->terms.slots;
  if (receipt.slot && std::find(slots.begin(), slots.end(), *receipt.slot) == slots.end()) {
    return refused("slot " + to_text(*receipt.slot) + " is not one of lease " + std::to_string(receipt.token),
                   "the lease names its slots");
  }
  std::vector<Draft> drafts{{"receipt", receipt.to_json()}};
  if (command.release) drafts.push_back({"lease.released", {{"token", receipt.token}}});
  return drafts;
}

Drafts lose(const JobState& now, const LoseRun& command) {
  if (!now.lease || now.lease->token != command.token) {
    return refused("lease " + std::to_string(command.token) + " is not open", "it has ended meanwhile");
  }
  std::vector<Draft> drafts;
  for (const Receipt& receipt : command.failed) drafts.push_back({"receipt", receipt.to_json()});
  drafts.push_back({"lease.lost", {{"token", command.token}, {"why", command.why}}});
  return drafts;
}

Json with_skipped(Json data, const SkipRanges& skipped) {
  if (!skipped.empty()) data["skipped"] = to_json(skipped);
  return data;
}

}  // namespace

JobFact Job::decode(const Sealed& raw) {
  if (auto unread = newer_than_we_read(raw)) return *std::move(unread);
  Decoding members(raw);
  if (raw.type == "lease.acquired") {
    LeaseAcquired lease = decode_lease(members, raw);
    return members.as<JobFact>(std::move(lease));
  }
  if (raw.type == "lease.released") {
    const auto token = static_cast<std::uint64_t>(members.integer("token"));
    return members.as<JobFact>(LeaseReleased{token});
  }
  if (raw.type == "lease.lost") {
    LeaseLost lost{static_cast<std::uint64_t>(members.integer("token")), members.text("why")};
    return members.as<JobFact>(std::move(lost));
  }
  if (raw.type == "receipt") {
    auto receipt = members.need(Receipt::from_json(raw.data), "disposition");
    return members.as<JobFact>(ReceiptLeft{std::move(receipt)});
  }
  if (raw.type == "job.paused") {
    JobPaused paused{members.optional_body("reason"), decode_skipped(members, raw)};
    return members.as<JobFact>(std::move(paused));
  }
  if (raw.type == "job.resumed") {
    JobResumed resumed{decode_skipped(members, raw)};
    return members.as<JobFact>(std::move(resumed));
  }
  return members.unread("its type is not known");
}

void Job::apply(State& state, const Told<Fact>& told) {
  std::visit(Overloaded{
                 [&](const LeaseAcquired& lease) {
                   if (state.lease) {
                     state.anomalies.push_back("event " + told.id.shown() + " takes a lease while lease " +
                                               std::to_string(state.lease->token) + " is open");
                   }
                   account(state, lease.skipped);
                   state.lease = JobState::OpenLease{told.seq, lease, told.at, {}};
                 },
                 [&](const LeaseReleased& released) { end_lease(state, released.token, told.id); },
                 [&](const LeaseLost& lost) {
                   // A run that left its last receipt before it was lost did not lose that slot.
                   if (state.lease && !slots_left(*state.lease).empty()) ++state.losses;
                   end_lease(state, lost.token, told.id);
                 },
                 [&](const ReceiptLeft& left) { leave(state, left.receipt, told); },
                 [&](const JobPaused& paused) {
                   account(state, paused.skipped);
                   if (!state.paused()) state.pauses.push_back({told.at, std::nullopt, told.by.person});
                 },
                 [&](const JobResumed& resumed) {
                   account(state, resumed.skipped);
                   if (state.paused()) state.pauses.back().to = told.at;
                 },
                 [&](const NotUnderstood&) {},
             },
             told.fact);
}

Result<std::vector<Draft>> Job::decide(const State& now, const Command& command) {
  return std::visit(Overloaded{
                        [&](const BeginRun& c) { return begin(now, c); },
                        [&](const LeaveReceipt& c) { return leave_receipt(now, c); },
                        [&](const LoseRun& c) { return lose(now, c); },
                        [&](const PauseJob& c) -> Drafts {
                          if (now.paused())
                            return refused("the job is paused already", "since " + to_text(now.pauses.back().from));
                          const Json reason = c.reason ? c.reason->to_json() : Json(nullptr);
                          return std::vector<Draft>{{"job.paused", with_skipped({{"reason", reason}}, c.skipped)}};
                        },
                        [&](const ResumeJob& c) -> Drafts {
                          if (!now.paused()) return refused("the job is not paused", "");
                          return std::vector<Draft>{{"job.resumed", with_skipped(Json::object(), c.skipped)}};
                        },
                    },
                    command);
}

std::vector<Slot> slots_left(const JobState::OpenLease& lease) {
  std::vector<Slot> left;
  for (const Slot slot : lease.terms.slots) {
    if (std::find(lease.done.begin(), lease.done.end(), slot) == lease.done.end()) left.push_back(slot);
  }
  return left;
}

}  // namespace hz
