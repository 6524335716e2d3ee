#include "core/audit/meaning.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hz {

namespace {

/// The slot that a key of the form "<job>@<slot>" names.
std::optional<Slot> slot_of_key(const StreamName& job, std::string_view key) {
  const std::string& name = job.name();
  if (!key.starts_with(name) || key.size() <= name.size() || key[name.size()] != '@') return std::nullopt;
  return parse_slot(key.substr(name.size() + 1));
}

}  // namespace

std::vector<std::string> MeaningAudit::take(const Told& told, const Gist& gist) {
  using Kind = Gist::Kind;
  // Times in a lane never decrease: answers as of a time cut a lane at that time.
  if (told.at < newest_) contradiction("is older than the event before it in the lane");
  newest_ = std::max(newest_, told.at);
  switch (gist.kind) {
    case Kind::other:
      break;
    case Kind::lease_acquired:
    case Kind::lease_ended:
    case Kind::receipt:
    case Kind::job_paused:
    case Kind::job_resumed:
      job(told, gist);
      break;
    case Kind::daemon_paused:
    case Kind::daemon_resumed:
      machine(told, gist);
      break;
    case Kind::contract_changed:
      contracts_.insert_or_assign(told.stream.name(), std::string(gist.contract));
      break;
    case Kind::source_observed:
      observations_.insert_or_assign(packed_name(told.id.hex()), std::string(gist.facets));
      break;
  }
  return std::exchange(found_, {});
}

std::vector<std::string> MeaningAudit::take(const Placed& placed) {
  const Sealed& event = placed.event;
  std::string bytes;
  append_gist(event, bytes);
  Gist gist;
  read_gist(bytes, gist);
  return take({event.stream, event.seq, Digest::from_hex(event.id.str()).value_or(Digest{}), event.at}, gist);
}

/// Pauses and resumes alternate.
void MeaningAudit::machine(const Told& told, const Gist& gist) {
  bool& paused = paused_machines_[told.stream];
  const bool pauses = gist.kind == Gist::Kind::daemon_paused;
  if (pauses && paused) contradiction("pauses a daemon that is paused");
  if (!pauses && !paused) contradiction("resumes a daemon that is not paused");
  paused = pauses;
}

void MeaningAudit::job(const Told& told, const Gist& gist) {
  JobStory& story = jobs_[told.stream];
  switch (gist.kind) {
    case Gist::Kind::lease_acquired:
      // A lease begins only when none is open.
      if (story.lease) contradiction(fmt::format("takes a lease while lease {} is open", story.lease->token));
      skips(story, gist);
      story.lease = Lease{told.seq, gist.slots, gist.manual};
      story.contract = newest_contract(told.stream);
      break;
    case Gist::Kind::lease_ended:
      end_of_lease(story, gist.token);
      break;
    case Gist::Kind::receipt:
      receipt(told, story, gist);
      break;
    case Gist::Kind::job_paused:
      if (story.paused) contradiction("pauses a job that is paused");
      story.paused = true;
      skips(story, gist);
      break;
    default:
      if (!story.paused) contradiction("resumes a job that is not paused");
      story.paused = false;
      skips(story, gist);
  }
}

void MeaningAudit::end_of_lease(JobStory& story, std::uint64_t token) {
  if (!story.lease || story.lease->token != token)
    contradiction(fmt::format("ends lease {}, which is not open", token));
  else
    story.lease.reset();
}

void MeaningAudit::receipt(const Told& told, JobStory& story, const Gist& gist) {
  place_of_receipt(story, gist);
  key_of_receipt(told, story, gist);
  slot_of_receipt(story, gist);
  // The memo key is what its parts make it.
  if (gist.memo_wrong) contradiction("has a memo key that its contract, inputs and epoch do not make");
  inputs(gist);
  // The contract is the newest that the lane knew when the run began; it may be edited while the run goes on.
  if (gist.rendered && story.contract && *story.contract != gist.contract)
    contradiction("ran a contract that is not the newest one known when it began");
}

/// A receipt lies inside the lease whose token it names, and is of one of its slots.
void MeaningAudit::place_of_receipt(JobStory& story, const Gist& gist) {
  if (!story.lease || story.lease->token != gist.token) {
    contradiction(fmt::format("is a receipt outside its lease: token {} is not open", gist.token));
  } else if (gist.slot) {
    const auto& slots = story.lease->slots;
    if (std::find(slots.begin(), slots.end(), *gist.slot) == slots.end())
      contradiction("is a receipt of a slot that its lease does not name");
  } else if (!story.lease->manual) {
    contradiction("is a receipt by hand in a lease of slots");
  }
}

/// Each key is rendered once.
void MeaningAudit::key_of_receipt(const Told& told, JobStory& story, const Gist& gist) {
  if (!gist.rendered) return;
  const auto slot = gist.key.empty() ? gist.slot : slot_of_key(told.stream, gist.key);
  const bool is_first = slot ? story.rendered_slots.insert(*slot) : story.rendered_keys.emplace(gist.key).second;
  if (is_first) return;
  contradiction(fmt::format("renders the key {} a second time",
                            slot ? told.stream.name() + "@" + to_text(*slot) : std::string(gist.key)));
}

/// Each slot has one receipt, and none if it was skipped.
void MeaningAudit::slot_of_receipt(JobStory& story, const Gist& gist) {
  if (!gist.slot) return;
  if (!story.slots_with_receipt.insert(*gist.slot))
    contradiction("is a second receipt of slot " + to_text(*gist.slot));
  if (story.skipped_ends.contains(*gist.slot))
    contradiction("is a receipt of slot " + to_text(*gist.slot) + ", which was skipped");
}

void MeaningAudit::skips(JobStory& story, const Gist& gist) {
  for (const Gist::Skip& range : gist.skipped) {
    for (const Slot end : {range.from, range.to}) {
      if (story.slots_with_receipt.contains(end))
        contradiction("skips slot " + to_text(end) + ", which has a receipt");
      story.skipped_ends.insert(end);
    }
  }
}

/// Each observation that a receipt names is before it in the lane, with these facets.
void MeaningAudit::inputs(const Gist& gist) {
  for (const Gist::Input& input : gist.inputs) {
    const auto observed = observations_.find(input.observed);
    if (observed == observations_.end()) {
      contradiction(fmt::format("names an observation of input {} that is not before it in the lane", input.name));
    } else if (observed->second != input.facets) {
      contradiction(fmt::format("tells other facets of input {} than the observation that it names", input.name));
    }
  }
}

std::optional<std::string> MeaningAudit::newest_contract(const StreamName& job) const {
  const auto contract = contract_of_job(JobName{job.name()});
  if (!contract) return std::nullopt;
  const auto known = contracts_.find(*contract);
  return known == contracts_.end() ? std::nullopt : std::optional{known->second};
}

}  // namespace hz
