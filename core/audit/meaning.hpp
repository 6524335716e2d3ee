// What events mean: folds that find contradictions in what a lane tells. Each event can be what it says by its
// bytes and still tell a story that cannot have happened; decide() never writes such a story, so whoever finds one
// has found a client that did not ask.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/contract/contract_stream.hpp"
#include "core/event/body.hpp"
#include "core/job/job_stream.hpp"
#include "core/port/lane.hpp"

namespace hz {

struct Contradiction {
  Placed at;         ///< the event that contradicts what came before
  std::string what;  ///< "renders the key … a second time"
};

/// Follows one lane, in its order. Every rule is stated at its check in meaning.cpp.
class MeaningAudit {
 public:
  void take(const Placed& placed);
  [[nodiscard]] const std::vector<Contradiction>& contradictions() const { return found_; }

 private:
  struct JobStory {
    std::optional<JobState::OpenLease> lease;
    std::set<std::string> rendered_keys;
    std::set<Slot> slots_with_receipt;
    SkipRanges skipped;
    std::optional<std::string> contract;  ///< newest fingerprint when the open lease was taken
    bool paused = false;
  };

  [[nodiscard]] std::optional<std::string> newest_contract(const StreamName& job) const;
  void job(const Placed& placed);
  void machine(const Placed& placed);
  void receipt(const Placed& placed, JobStory& story, const Receipt& receipt);
  void slot_of_receipt(const Placed& placed, JobStory& story, const Receipt& receipt);
  void inputs(const Placed& placed, const Receipt& receipt);
  void skips(const Placed& placed, JobStory& story, const SkipRanges& ranges);
  void end_of_lease(const Placed& placed, JobStory& story, std::uint64_t token);
  void contradiction(const Placed& placed, std::string what) { found_.push_back({placed, std::move(what)}); }

  std::map<StreamName, JobStory> jobs_;
  std::map<std::string, std::string> contracts_;  ///< newest fingerprint, by contract name
  std::map<std::string, std::map<std::string, std::string>> observations_;  ///< facets, by event id
  std::map<StreamName, bool> paused_machines_;
  Instant newest_{};
  std::vector<Contradiction> found_;
};

/// The bodies that an event names, wherever they stand in its data.
[[nodiscard]] std::vector<BodyRef> bodies_named_by(const Sealed& event);

}  // namespace hz
