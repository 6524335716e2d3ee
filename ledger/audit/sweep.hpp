// The fast way to verify a ledger (docs/adr/0010): every object is read once, in the order in which the disk holds
// it, by as many threads as there are processors. Commits come first and tell which events there must be; each
// event is then checked where it lies and keeps a few bytes until its turn; at last each commit's tree is made from
// the events. A sweep finds that nothing is wrong, or that something is: it does not say what. That is the walk's
// part (lane_audit.hpp, body_audit.hpp), which goes commit by commit and names event, file and commit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/port/auditor.hpp"
#include "ledger/lane/history.hpp"

namespace hz {

struct SweepEnd {
  std::optional<LedgerAudit> audit;  ///< nothing is wrong, and the judge was told every event
  std::string doubt;                 ///< else: what it could not vouch for, first
};

/// Whatever it cannot do or read is a doubt. About 250 bytes a event of memory, and what the judge keeps.
[[nodiscard]] SweepEnd sweep(const History& history, const std::vector<HistoryRef>& refs, const Witness& witness,
                             const AuditOptions& options, Judge& judge, Progress& progress);

}  // namespace hz
