// The gist by way of the streams' decoders: what an event means is said there, and only there.
#include <set>

#include "core/audit/gist.hpp"
#include "core/base/digest.hpp"
#include "core/contract/contract_stream.hpp"
#include "core/job/job_stream.hpp"
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

/// Makes gists; holds the texts that they point at.
class Maker {
 public:
  void make(const Sealed& event, std::string& out) {
    const std::string& kind = event.stream.kind();
    if (kind == "job") job(event);
    if (kind == "machine") machine(event);
    if (kind == "contract") contract(event);
    if (kind == "source") source(event);
    for (const BodyRef& body : bodies_named_by(event))
      gist_.bodies.push_back({Digest::from_hex(body.sha256).value_or(Digest{}), body.bytes});
    write_gist(gist_, out);
  }

 private:
  std::string_view hold(std::string text) { return *texts_.insert(std::move(text)).first; }

  void job(const Sealed& event) {
    const JobFact fact = Job::decode(event);
    std::visit(Overloaded{
                   [&](const LeaseAcquired& lease) {
                     gist_.kind = Gist::Kind::lease_acquired;
                     gist_.manual = lease.manual.has_value();
                     gist_.slots = lease.slots;
                     skips(lease.skipped);
                   },
                   [&](const LeaseReleased& released) { ended(released.token); },
                   [&](const LeaseLost& lost) { ended(lost.token); },
                   [&](const ReceiptLeft& left) { receipt(event.stream, left.receipt); },
                   [&](const JobPaused& paused) {
                     gist_.kind = Gist::Kind::job_paused;
                     skips(paused.skipped);
                   },
                   [&](const JobResumed& resumed) {
                     gist_.kind = Gist::Kind::job_resumed;
                     skips(resumed.skipped);
                   },
                   [](const NotUnderstood&) {},
               },
               fact);
  }
  void ended(std::uint64_t token) {
    gist_.kind = Gist::Kind::lease_ended;
    gist_.token = token;
  }
  void receipt(const StreamName& stream, const Receipt& receipt) {
    gist_.kind = Gist::Kind::receipt;
    gist_.rendered = receipt.disposition == Disposition::rendered;
    gist_.memo_wrong = receipt.memo && *receipt.memo != memo_of(receipt);
    gist_.token = receipt.token;
    gist_.slot = receipt.slot;
    const bool is_slots = receipt.slot && receipt.key == slot_key(JobName(stream.name()), *receipt.slot);
    if (!is_slots) gist_.key = hold(receipt.key);
    gist_.contract = hold(receipt.contract);
    for (const auto& [name, seen] : receipt.inputs)
      gist_.inputs.push_back({hold(name), hold(seen.observed.str()), hold(canonical(seen.facets))});
  }
  void skips(const SkipRanges& ranges) {
    for (const SkipRange& range : ranges) {
      // When the clock went back, slots that have a receipt come due again, and are left out for just that.
      if (!range.why.starts_with("already ")) gist_.skipped.push_back({range.from, range.to});
    }
  }
  void machine(const Sealed& event) {
    const MachineFact fact = Machine::decode(event);
    if (std::holds_alternative<DaemonPaused>(fact)) gist_.kind = Gist::Kind::daemon_paused;
    if (std::holds_alternative<DaemonResumed>(fact)) gist_.kind = Gist::Kind::daemon_resumed;
  }
  void contract(const Sealed& event) {
    const ContractFact fact = ContractHistory::decode(event);
    const auto* changed = std::get_if<ContractChanged>(&fact);
    if (changed == nullptr) return;
    gist_.kind = Gist::Kind::contract_changed;
    gist_.contract = hold(changed->terms.fingerprint);
  }
  void source(const Sealed& event) {
    const SourceFact fact = Source::decode(event);
    const auto* seen = std::get_if<SourceObserved>(&fact);
    if (seen == nullptr) return;
    gist_.kind = Gist::Kind::source_observed;
    gist_.facets = hold(canonical(seen->facets));
  }

  Gist gist_;
  std::set<std::string, std::less<>> texts_;
};

}  // namespace

void append_gist(const Sealed& event, std::string& out) {
  Maker().make(event, out);
}

std::vector<BodyRef> bodies_named_by(const Sealed& event) {
  std::vector<BodyRef> bodies;
  collect_bodies(event.data, bodies);
  return bodies;
}

}  // namespace hz
