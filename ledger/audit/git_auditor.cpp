#include "ledger/audit/git_auditor.hpp"

#include <filesystem>
#include <string_view>

#include "ledger/audit/body_audit.hpp"
#include "ledger/audit/lane_audit.hpp"

namespace hz {

namespace {

bool is_body_ref(std::string_view ref) {
  return ref.substr(0, 19) == "refs/heads/hz/body/";
}

}  // namespace

bool GitAuditor::is_absent(const std::string& path) const {
  std::error_code unknown;
  return std::filesystem::symlink_status(path, unknown).type() == std::filesystem::file_type::not_found;
}

Result<LedgerAudit> GitAuditor::verify(const std::string& path, const Witness& witness, const Visit& visit,
                                       Progress& progress) {
  HZ_TRY_ASSIGN(const History history, History::open(path));
  HZ_TRY_ASSIGN(const std::vector<HistoryRef> refs, history.refs());
  LedgerAudit audit;
  for (const HistoryRef& ref : refs) {
    if (is_body_ref(ref.name)) {
      HZ_TRY(audit_bodies(history, ref, audit));
      continue;
    }
    LaneAudit lane(history, ref, audit, progress);
    HZ_TRY(lane.run(visit));
    if (const auto seen = witness.find(ref.name); seen != witness.end()) lane.compare(seen->second);
  }
  return audit;
}

}  // namespace hz
