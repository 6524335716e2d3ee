#include "ledger/audit/git_auditor.hpp"

#include <string_view>

#include "ledger/audit/body_audit.hpp"
#include "ledger/audit/lane_audit.hpp"

namespace hz {

namespace {

bool is_body_ref(std::string_view ref) {
  return ref.substr(0, 19) == "refs/heads/hz/body/";
}

}  // namespace

Result<LedgerAudit> GitAuditor::verify(const std::string& path, const Witness& witness, const Visit& visit,
                                       Progress& progress) {
  HZ_TRY_ASSIGN(const History history, History::open(path));
  HZ_TRY_ASSIGN(const std::vector<HistoryRef> refs, history.refs());
  LedgerAudit audit;
  Witness missing = witness;
  for (const HistoryRef& ref : refs) {
    if (is_body_ref(ref.name)) {
      HZ_TRY(audit_bodies(history, ref, audit));
      continue;
    }
    LaneAudit lane(history, ref, audit, progress);
    HZ_TRY(lane.run(visit));
    if (const auto seen = witness.find(ref.name); seen != witness.end()) lane.compare(seen->second);
    missing.erase(ref.name);
  }
  for (const auto& [ref, tip] : missing) {
    audit.faults.push_back(
        {AuditFault::Scope::lane, ref, "", "", "", tip.commit,
         "the lane is missing; this machine remembers " + std::to_string(tip.count) + " events"});
  }
  return audit;
}

}  // namespace hz
