// One lane, commit by commit from the first: each adds exactly the files that its trailers name, each file is the
// event that it is said to be, each event comes next in its stream, and each commit is by whom its events are.
#pragma once

#include <set>
#include <string>

#include "core/port/auditor.hpp"
#include "ledger/lane/history.hpp"
#include "ledger/lane/lane_log.hpp"

namespace hz {

class LaneAudit {
 public:
  LaneAudit(const History& history, const HistoryRef& ref, LedgerAudit& audit, Progress& progress)
      : history_(history), ref_(ref), audit_(audit), progress_(progress) {}

  /// Environment errors only: what is wrong with the lane goes into the audit's faults.
  [[nodiscard]] Result<void> run(Judge& judge);
  /// A fault if the lane does not descend from the tip that was remembered, or has fewer events.
  void compare(const Tip& witnessed);

 private:
  /// Hands the event to the judge; its id.
  Digest tell(const Placed& placed, Judge& judge);
  /// False when nothing after this commit can be trusted.
  bool take(const HistoryCommit& commit);
  bool is_linear(const HistoryCommit& commit);
  bool adds_what_it_names(const HistoryCommit& commit, const std::vector<EventTrailer>& trailers);
  void check_author(const HistoryCommit& commit, const std::vector<Arrival>& arrivals);
  void add_events(const HistoryCommit& commit, std::vector<EventTrailer> trailers);
  void lane_fault(const std::string& commit, const std::string& file, const std::string& event, std::string what);
  [[nodiscard]] std::string event_of_file(const std::string& file) const;

  const History& history_;
  const HistoryRef& ref_;
  LedgerAudit& audit_;
  Progress& progress_;
  LaneLog log_;
  std::set<std::string> commits_;
  std::map<std::string, std::string> events_by_file_;  ///< ids as trailers named them
  bool trusted_ = true;
  bool walked_ = true;
  std::string tip_;
};

}  // namespace hz
