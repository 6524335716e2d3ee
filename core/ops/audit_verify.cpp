#include "core/ops/audit_verify.hpp"

#include <algorithm>

#include "core/audit/meaning.hpp"
#include "core/fold/witness.hpp"

namespace hz {

namespace {

std::string shown_lane(const std::string& ref) {
  return ref.starts_with("refs/heads/") ? ref.substr(11) : ref;
}

Json fault_json(const AuditFault& fault) {
  return {{"scope", fault.scope == AuditFault::Scope::event ? "event" : "lane"},
          {"lane", shown_lane(fault.lane)},
          {"stream", fault.stream},
          {"event", fault.event},
          {"file", fault.file},
          {"commit", fault.commit},
          {"what", fault.what}};
}

/// What one pass over the lanes gathers beside what the auditor finds itself.
struct Pass {
  std::map<std::string, MeaningAudit> meanings;                          ///< by lane
  std::map<std::string, std::vector<std::pair<Placed, BodyRef>>> named;  ///< bodies, by lane

  void take(const std::string& lane, const Placed& placed) {
    meanings[lane].take(placed);
    for (const BodyRef& body : bodies_named_by(placed.event)) named[lane].emplace_back(placed, body);
  }
};

AuditFault event_fault(const std::string& lane, const Placed& placed, std::string what) {
  return {AuditFault::Scope::event, lane,        placed.event.stream.str(),
          placed.event.id.str(),    placed.file, placed.commit,
          std::move(what)};
}

void judge(const Pass& pass, LedgerAudit& audit) {
  for (const auto& [lane, meaning] : pass.meanings) {
    for (const Contradiction& found : meaning.contradictions())
      audit.faults.push_back(event_fault(lane, found.at, found.what));
  }
  for (const auto& [lane, bodies] : pass.named) {
    for (const auto& [placed, body] : bodies) {
      const auto found = audit.bodies.find(body.sha256);
      if (found == audit.bodies.end()) {
        audit.faults.push_back(
            event_fault(lane, placed, "names the body " + body.sha256.substr(0, 12) + ", which is not there"));
      } else if (found->second != body.bytes) {
        audit.faults.push_back(event_fault(
            lane, placed,
            "names a body of " + std::to_string(body.bytes) + " bytes; it has " + std::to_string(found->second)));
      }
    }
  }
  std::sort(audit.faults.begin(), audit.faults.end());
  audit.faults.erase(std::unique(audit.faults.begin(), audit.faults.end()), audit.faults.end());
}

Json lane_json(const LaneSummary& lane, const Pass& pass, const Witness& witness, const LedgerAudit& audit) {
  const auto named = pass.named.find(lane.lane);
  std::set<std::string> bodies;
  if (named != pass.named.end()) {
    for (const auto& [placed, body] : named->second) bodies.insert(body.sha256);
  }
  const auto seen = witness.find(lane.lane);
  const bool well = std::none_of(audit.faults.begin(), audit.faults.end(),
                                 [&](const AuditFault& fault) { return fault.lane == lane.lane; });
  return {{"lane", shown_lane(lane.lane)},
          {"commits", lane.commits},
          {"events", lane.events},
          {"streams", lane.streams},
          {"bodies", bodies.size()},
          {"tip", lane.tip.commit},
          {"ok", well},
          {"witness", seen == witness.end()                    ? "not witnessed"
                      : seen->second.commit == lane.tip.commit ? "as witnessed"
                                                               : "not as witnessed"}};
}

Result<Answer> verify(const AuditVerifyPorts& ports, const Args& args, Progress& progress) {
  const auto repository = args.text("repo");
  const std::string path = !repository                    ? ports.ledger
                           : repository->starts_with('/') ? *repository
                                                          : ports.working_directory + "/" + *repository;
  // The witness is this machine's memory of its own ledger; about any other repository it knows nothing.
  const bool with_witness = !repository && !args.flag("no-witness");
  Witness witness;
  std::vector<std::string> notes;
  if (with_witness) {
    HZ_TRY_ASSIGN(witness, read_witness(ports.state));
    HZ_TRY_ASSIGN(const bool damaged, witness_was_damaged(ports.state));
    if (damaged)
      notes.emplace_back(
          "the witness was damaged once and begun anew (state/witness-damaged.json): truncation before that cannot "
          "be ruled out");
  } else {
    notes.emplace_back(
        "without a witness truncation cannot be ruled out: a lane that was shortened at its end looks whole");
  }
  Pass pass;
  HZ_TRY_ASSIGN(LedgerAudit audit,
                ports.auditor.verify(
                    path, witness, [&](const std::string& lane, const Placed& placed) { pass.take(lane, placed); },
                    progress));
  judge(pass, audit);
  Json lanes = Json::array();
  for (const LaneSummary& lane : audit.lanes) lanes.push_back(lane_json(lane, pass, witness, audit));
  Json faults = Json::array();
  for (const AuditFault& fault : audit.faults) faults.push_back(fault_json(fault));
  if (audit.lanes.empty() && audit.faults.empty()) notes.emplace_back("there are no hz lanes in " + path);
  return Answer{
      {{"repository", path}, {"lanes", std::move(lanes)}, {"faults", std::move(faults)}, {"notes", notes}},
      audit.faults.empty()};
}

}  // namespace

void declare_audit_verify(Registry& registry, std::function<Result<AuditVerifyPorts>()> open) {
  registry.add(
      {.name = "audit.verify",
       .summary = "Check every event, chain, commit and body; name each fault",
       .reach = Reach::reads,
       .heads = everywhere,
       .params = {{.name = "repo",
                   .help = "this repository instead of the private ledger: bare, a clone or a work tree",
                   .value_name = "DIR"},
                  {.name = "no-witness",
                   .type = ParamType::flag,
                   .help = "do not compare with what this machine remembers"}},
       .examples = {{"hz audit verify", "ends with 1 if there is a fault"},
                    {"hz audit verify --repo copy.git", "a clone or copy, without this machine's witness"}},
       .run = [open = std::move(open)](const Args& args, Progress& progress) -> Result<Answer> {
         HZ_TRY_ASSIGN(const AuditVerifyPorts ports, open());
         return verify(ports, args, progress);
       },
       .details = "Damage to an event stops its stream only; damage to a tree or a commit stops the lane, and the "
                  "fault says which."});
}

}  // namespace hz
