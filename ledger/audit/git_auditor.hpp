// The auditor of git repositories (L9): reads every commit, tree and file of every lane anew, and believes nothing
// else. It sweeps; when the sweep cannot vouch for all of it, it walks, and names what is wrong.
#pragma once

#include "core/port/auditor.hpp"
#include "ledger/lane/history.hpp"

namespace hz {

/// Commit by commit: slow, and names every fault. Environment errors only.
[[nodiscard]] Result<LedgerAudit> walk_ledger(const History& history, const std::vector<HistoryRef>& refs,
                                              const Witness& witness, Judge& judge, Progress& progress);

class GitAuditor final : public Auditor {
 public:
  [[nodiscard]] bool is_absent(const std::string& path) const override;
  [[nodiscard]] Result<LedgerAudit> verify(const std::string& path, const Witness& witness,
                                           const AuditOptions& options, Judge& judge, Progress& progress) override;
};

}  // namespace hz
