#include "ledger/audit/git_auditor.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "core/event/lane_name.hpp"
#include "ledger/audit/body_audit.hpp"
#include "ledger/audit/lane_audit.hpp"
#include "ledger/audit/sweep.hpp"

namespace hz {

Result<LedgerAudit> walk_ledger(const History& history, const std::vector<HistoryRef>& refs, const Witness& witness,
                                Judge& judge, Progress& progress) {
  LedgerAudit audit;
  for (const HistoryRef& ref : refs) {
    if (is_body_ref(ref.name)) HZ_TRY(audit_bodies(history, ref, audit));
  }
  audit.bodies.sort();
  judge.begin(audit.bodies);
  for (const HistoryRef& ref : refs) {
    if (is_body_ref(ref.name)) continue;
    LaneAudit lane(history, ref, audit, progress);
    HZ_TRY(lane.run(judge));
    if (const auto seen = witness.find(ref.name); seen != witness.end()) lane.compare(seen->second);
  }
  return audit;
}

bool GitAuditor::is_absent(const std::string& path) const {
  std::error_code unknown;
  return std::filesystem::symlink_status(path, unknown).type() == std::filesystem::file_type::not_found;
}

Result<LedgerAudit> GitAuditor::verify(const std::string& path, const Witness& witness, const AuditOptions& options,
                                       Judge& judge, Progress& progress) {
  HZ_TRY_ASSIGN(const History history, History::open(path));
  HZ_TRY_ASSIGN(const std::vector<HistoryRef> refs, history.refs());
  SweepEnd swept = sweep(history, refs, witness, options, judge, progress);
  // A writer or a repack may have moved objects while they were listed. Beside a walk a second sweep costs nothing.
  if (!swept.audit) swept = sweep(history, refs, witness, options, judge, progress);
  if (swept.audit) return *std::move(swept.audit);
  HZ_TRY_ASSIGN(LedgerAudit walked, walk_ledger(history, refs, witness, judge, progress));
  if (walked.faults.empty())
    walked.remarks.push_back(fmt::format("no lane is damaged, but something beside them may be: {}", swept.doubt));
  return walked;
}

}  // namespace hz
