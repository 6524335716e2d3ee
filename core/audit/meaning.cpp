#include "core/audit/meaning.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "core/job/machine_stream.hpp"
#include "core/watch/source_stream.hpp"

namespace hz {

namespace {

/// D9, once more and from what the receipt itself tells.
std::string memo_of(const Receipt& receipt) {
  Json inputs = Json::object();
  for (const auto& [name, seen] : receipt.inputs) inputs[name] = seen.facets;
  return fingerprint({{"contract", receipt.contract},
                      {"epoch", receipt.epoch ? Json(*receipt.epoch) : Json(nullptr)},
                      {"inputs", std::move(inputs)}});
}

void collect_bodies(const Json& value, std::vector<BodyRef>& bodies) {
  if (const auto body = value.is_object() ? BodyRef::from_json(value) : std::nullopt) {
    bodies.push_back(*body);
  } else if (value.is_structured()) {
    for (const Json& inner : value) collect_bodies(inner, bodies);
  }
}

}  // namespace

void MeaningAudit::take(const Placed& placed) {
  const Sealed& event = placed.event;
  // Times in a lane never decrease: answers as of a time cut a lane at that time.
  if (event.at < newest_) contradiction(placed, "is older than the event before it in the lane");
  newest_ = std::max(newest_, event.at);
  const std::string& kind = event.stream.kind();
  if (kind == "job") job(placed);
  if (kind == "machine") machine(placed);
  if (kind == "contract") {
    const ContractFact fact = ContractHistory::decode(event);
    if (const auto* changed = std::get_if<ContractChanged>(&fact))
      contracts_[event.stream.name()] = changed->terms.fingerprint;
  }
  if (kind == "source") {
    const SourceFact fact = Source::decode(event);
    if (const auto* seen = std::get_if<SourceObserved>(&fact)) observations_[event.id.str()] = seen->facets;
  }
}

/// Pauses and resumes alternate.
void MeaningAudit::machine(const Placed& placed) {
  const MachineFact fact = Machine::decode(placed.event);
  bool& paused = paused_machines_[placed.event.stream];
  if (std::holds_alternative<DaemonPaused>(fact)) {
    if (paused) contradiction(placed, "pauses a daemon that is paused");
    paused = true;
  } else if (std::holds_alternative<DaemonResumed>(fact)) {
    if (!paused) contradiction(placed, "resumes a daemon that is not paused");
    paused = false;
  }
}

void MeaningAudit::job(const Placed& placed) {
  JobStory& story = jobs_[placed.event.stream];
  std::visit(Overloaded{
                 [&](const LeaseAcquired& lease) {
                   // A lease begins only when none is open.
                   if (story.lease)
                     contradiction(placed, fmt::format("takes a lease while lease {} is open", story.lease->token));
                   skips(placed, story, lease.skipped);
                   story.lease = JobState::OpenLease{placed.event.seq, lease, placed.event.at, {}};
                   story.contract = newest_contract(placed.event.stream);
                 },
                 [&](const LeaseReleased& released) { end_of_lease(placed, story, released.token); },
                 [&](const LeaseLost& lost) { end_of_lease(placed, story, lost.token); },
                 [&](const ReceiptLeft& left) { receipt(placed, story, left.receipt); },
                 [&](const JobPaused& paused) {
                   if (story.paused) contradiction(placed, "pauses a job that is paused");
                   story.paused = true;
                   skips(placed, story, paused.skipped);
                 },
                 [&](const JobResumed& resumed) {
                   if (!story.paused) contradiction(placed, "resumes a job that is not paused");
                   story.paused = false;
                   skips(placed, story, resumed.skipped);
                 },
                 [](const NotUnderstood&) {},
             },
             Job::decode(placed.event));
}

void MeaningAudit::end_of_lease(const Placed& placed, JobStory& story, std::uint64_t token) {
  if (!story.lease || story.lease->token != token)
    contradiction(placed, fmt::format("ends lease {}, which is not open", token));
  else
    story.lease.reset();
}

void MeaningAudit::receipt(const Placed& placed, JobStory& story, const Receipt& receipt) {
  // A receipt lies inside the lease whose token it names, and is of one of its slots.
  if (!story.lease || story.lease->token != receipt.token) {
    contradiction(placed, fmt::format("is a receipt outside its lease: token {} is not open", receipt.token));
  } else if (receipt.slot) {
    const auto& slots = story.lease->terms.slots;
    if (std::find(slots.begin(), slots.end(), *receipt.slot) == slots.end())
      contradiction(placed, "is a receipt of a slot that its lease does not name");
  } else if (!story.lease->terms.manual) {
    contradiction(placed, "is a receipt by hand in a lease of slots");
  }
  slot_of_receipt(placed, story, receipt);
  // The memo key is what its parts make it.
  if (receipt.memo && *receipt.memo != memo_of(receipt))
    contradiction(placed, "has a memo key that its contract, inputs and epoch do not make");
  inputs(placed, receipt);
  // The contract is the newest that the lane knew when the run began; it may be edited while the run goes on.
  if (receipt.disposition == Disposition::rendered && story.contract && *story.contract != receipt.contract) {
    contradiction(placed, "ran a contract that is not the newest one known when it began");
  }
}

std::optional<std::string> MeaningAudit::newest_contract(const StreamName& job) const {
  constexpr std::string_view module = "contract:";
  if (job.name().substr(0, module.size()) != module) return std::nullopt;
  const auto known = contracts_.find(job.name().substr(module.size()));
  return known == contracts_.end() ? std::nullopt : std::optional{known->second};
}

/// Each key is rendered once; each slot has one receipt, and none if it was skipped.
void MeaningAudit::slot_of_receipt(const Placed& placed, JobStory& story, const Receipt& receipt) {
  if (receipt.disposition == Disposition::rendered && !story.rendered_keys.insert(receipt.key).second) {
    contradiction(placed, "renders the key " + receipt.key + " a second time");
  }
  if (!receipt.slot) return;
  if (!story.slots_with_receipt.insert(*receipt.slot).second)
    contradiction(placed, "is a second receipt of slot " + to_text(*receipt.slot));
  for (const SkipRange& range : story.skipped) {
    // Of a longer range only its ends are told; a slot between them need not be one of the schedule's.
    if (range.from == *receipt.slot || range.to == *receipt.slot)
      contradiction(placed, "is a receipt of slot " + to_text(*receipt.slot) + ", which was skipped");
  }
}

void MeaningAudit::skips(const Placed& placed, JobStory& story, const SkipRanges& ranges) {
  for (const SkipRange& range : ranges) {
    // When the clock went back, slots that have a receipt come due again, and are left out for just that.
    if (range.why.starts_with("already ")) continue;
    for (const Slot end : {range.from, range.to}) {
      if (story.slots_with_receipt.contains(end))
        contradiction(placed, "skips slot " + to_text(end) + ", which has a receipt");
    }
    story.skipped.push_back(range);
  }
}

/// Each observation that a receipt names is before it in the lane, with these facets.
void MeaningAudit::inputs(const Placed& placed, const Receipt& receipt) {
  for (const auto& [name, seen] : receipt.inputs) {
    const auto observed = observations_.find(seen.observed.str());
    if (observed == observations_.end()) {
      contradiction(placed, "names an observation of input " + name + " that is not before it in the lane");
    } else if (observed->second != seen.facets) {
      contradiction(placed, "tells other facets of input " + name + " than the observation that it names");
    }
  }
}

std::vector<BodyRef> bodies_named_by(const Sealed& event) {
  std::vector<BodyRef> bodies;
  collect_bodies(event.data, bodies);
  return bodies;
}

}  // namespace hz
