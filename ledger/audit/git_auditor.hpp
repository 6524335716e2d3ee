// The auditor of git repositories (L9): reads every commit, tree and file of every lane anew, and believes nothing
// else. It sweeps; when the sweep cannot vouch for all of it, it walks, and names what is wrong.
#pragma once

#include "core/port/auditor.hpp"

namespace hz {

class GitAuditor final : public Auditor {
 public:
  [[nodiscard]] bool is_absent(const std::string& path) const override;
  [[nodiscard]] Result<LedgerAudit> verify(const std::string& path, const Witness& witness,
                                           const AuditOptions& options, Judge& judge, Progress& progress) override;
};

}  // namespace hz
