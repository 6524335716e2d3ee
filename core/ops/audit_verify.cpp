#include "core/ops/audit_verify.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/audit/judge.hpp"
#include "core/fold/witness.hpp"

namespace hz {

namespace {

std::string shown_lane(const std::string& ref) {
  return ref.starts_with("refs/heads/") ? ref.substr(11) : ref;
}

Json fault_json(const AuditFault& fault) {
  return {{"scope", to_text(fault.scope)}, {"lane", shown_lane(fault.lane)},
          {"stream", fault.stream},        {"seq", fault.seq == 0 ? Json(nullptr) : Json(fault.seq)},
          {"event", fault.event},          {"file", fault.file},
          {"commit", fault.commit},        {"what", fault.what}};
}

using Scope = AuditFault::Scope;

/// A lane that this machine remembers and that is neither among those read nor among those that could not be.
void miss(const Witness& witness, LedgerAudit& audit) {
  std::set<std::string> seen;
  for (const LaneSummary& lane : audit.lanes) seen.insert(lane.lane);
  for (const AuditFault& fault : audit.faults) seen.insert(fault.lane);
  for (const auto& [ref, tip] : witness) {
    if (!seen.contains(ref)) {
      audit.faults.push_back({Scope::lane, ref, "", "", "", tip.commit,
                              fmt::format("the lane is missing; this machine remembers {} events", tip.count)});
    }
  }
}

/// "as witnessed": the tip is the one remembered. Beyond it: something was appended and hz was stopped before it
/// remembered.
std::string against_witness(const LaneSummary& lane, const Witness& witness, const LedgerAudit& audit) {
  const auto seen = witness.find(lane.lane);
  if (seen == witness.end()) return "not witnessed";
  if (seen->second.commit == lane.tip.commit) return "as witnessed";
  const bool back = std::any_of(audit.faults.begin(), audit.faults.end(), [&](const AuditFault& fault) {
    return fault.scope == Scope::lane && fault.lane == lane.lane && fault.commit == seen->second.commit;
  });
  return back ? "not as witnessed" : "beyond the witness";
}

Json lane_json(const LaneSummary& lane, std::size_t bodies, const Witness& witness, const LedgerAudit& audit) {
  const bool well = std::none_of(audit.faults.begin(), audit.faults.end(),
                                 [&](const AuditFault& fault) { return fault.lane == lane.lane; });
  return {{"lane", shown_lane(lane.lane)},
          {"commits", lane.commits},
          {"events", lane.events},
          {"streams", lane.streams},
          {"bodies", bodies},
          {"digest", lane.digest ? Json(lane.digest->hex()) : Json(nullptr)},
          {"tip", lane.tip.commit},
          {"ok", well},
          {"witness", against_witness(lane, witness, audit)}};
}

/// What was read, in all.
Json summary_json(const LedgerAudit& audit) {
  std::uint64_t commits = 0;
  std::uint64_t events = 0;
  for (const LaneSummary& lane : audit.lanes) {
    commits += lane.commits;
    events += lane.events;
  }
  const AuditEffort& effort = audit.effort;
  return {{"commits", commits},
          {"events", events},
          {"bodies", audit.bodies.count()},
          {"objects", effort.objects},
          {"unreached", effort.unreached},
          {"packs", effort.packs},
          {"bytes", effort.bytes},
          {"threads", effort.threads},
          {"faults", audit.faults.size()}};
}

/// Another repository that cannot be judged is the question's fault, not this machine's.
Error no_ledger(Error error) {
  if (error.kind == ErrorKind::environment) error.kind = ErrorKind::usage;
  if (error.kind == ErrorKind::usage) error.kept = "Nothing was judged.";
  if (error.fix.empty() || error.fix == "hz doctor" || error.fix == "hz audit verify")
    error.fix = "name a ledger of hz, or a clone or work tree of one";
  return error;
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
  StoryJudge judge;
  LedgerAudit audit;
  // Before the first append there is no ledger, and nothing wrong with that.
  if (repository || !ports.auditor.is_absent(path)) {
    const AuditOptions options{static_cast<unsigned>(args.integer("threads").value_or(0)), args.flag("history")};
    auto read = ports.auditor.verify(path, witness, options, judge, progress);
    if (!read) return repository ? no_ledger(read.error()) : read.error();
    audit = *std::move(read);
  }
  miss(witness, audit);
  audit.faults.insert(audit.faults.end(), judge.faults().begin(), judge.faults().end());
  std::sort(audit.faults.begin(), audit.faults.end());
  audit.faults.erase(std::unique(audit.faults.begin(), audit.faults.end()), audit.faults.end());
  notes.insert(notes.end(), audit.remarks.begin(), audit.remarks.end());
  Json lanes = Json::array();
  for (const LaneSummary& lane : audit.lanes)
    lanes.push_back(lane_json(lane, judge.bodies_named(lane.lane), witness, audit));
  Json faults = Json::array();
  for (const AuditFault& fault : audit.faults) faults.push_back(fault_json(fault));
  if (audit.lanes.empty() && audit.faults.empty()) {
    // Whoever names a repository wants it judged: "nothing is wrong" about the wrong folder would be a lie.
    if (repository)
      return no_ledger(
          {ErrorKind::usage, "there is no lane of hz in " + path, "None of its branches lies below hz/.", "", ""});
    notes.emplace_back("there are no hz lanes in " + path);
  }
  return Answer{{{"repository", path},
                 {"lanes", std::move(lanes)},
                 {"faults", std::move(faults)},
                 {"notes", notes},
                 {"summary", summary_json(audit)}},
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
                   .help = "do not compare with what this machine remembers"},
                  {.name = "history",
                   .type = ParamType::flag,
                   .help = "also read the folders that only old commits hold"},
                  {.name = "threads",
                   .type = ParamType::integer,
                   .help = "work on so many processors; all of them unless given",
                   .min = 1,
                   .max = 64,
                   .value_name = "N"}},
       .examples = {{"hz audit verify", "ends with 1 if there is a fault"},
                    {"hz audit verify --repo copy.git", "a clone or copy, without this machine's witness"}},
       .run = [open = std::move(open)](const Args& args, Progress& progress) -> Result<Answer> {
         HZ_TRY_ASSIGN(const AuditVerifyPorts ports, open());
         return verify(ports, args, progress);
       },
       .details = "Damage to an event stops its stream only; damage to a tree or a commit stops the lane. A body "
                  "stops nothing, nor does a "
                  "well-formed event that contradicts the story: that is for a person to judge. Each fault says "
                  "which it is."});
}

}  // namespace hz
