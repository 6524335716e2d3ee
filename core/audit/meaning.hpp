// What events mean: folds that find contradictions in what a lane tells. Each event can be what it says by its
// bytes and still tell a story that cannot have happened; decide() never writes such a story, so whoever finds one
// has found a client that did not ask.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/audit/gist.hpp"
#include "core/audit/slot_set.hpp"
#include "core/port/lane.hpp"

namespace hz {

/// Follows one lane, in its order. Every rule is stated at its check in meaning.cpp.
class MeaningAudit {
 public:
  /// An event beside its gist.
  struct Told {
    const StreamName& stream;
    std::uint64_t seq = 0;
    const Digest& id;
    Instant at{};
  };
  /// What contradicts what came before ("renders the key … a second time"), mostly nothing.
  [[nodiscard]] std::vector<std::string> take(const Told& told, const Gist& gist);
  [[nodiscard]] std::vector<std::string> take(const Placed& placed);

 private:
  struct Lease {
    std::uint64_t token = 0;
    std::vector<Slot> slots;
    bool manual = false;
  };
  struct JobStory {
    std::optional<Lease> lease;
    SlotSet rendered_slots;               ///< by keys of the form "<job>@<slot>"
    std::set<std::string> rendered_keys;  ///< by any other
    SlotSet slots_with_receipt;
    SlotSet skipped_ends;  ///< of a longer range only its ends are told; what lies between need not be a slot
    std::optional<std::string> contract;  ///< newest fingerprint when the open lease was taken
    bool paused = false;
  };

  void job(const Told& told, const Gist& gist);
  void machine(const Told& told, const Gist& gist);
  void receipt(const Told& told, JobStory& story, const Gist& gist);
  void place_of_receipt(JobStory& story, const Gist& gist);
  void key_of_receipt(const Told& told, JobStory& story, const Gist& gist);
  void slot_of_receipt(JobStory& story, const Gist& gist);
  void inputs(const Gist& gist);
  void skips(JobStory& story, const Gist& gist);
  void end_of_lease(JobStory& story, std::uint64_t token);
  [[nodiscard]] std::optional<std::string> newest_contract(const StreamName& job) const;
  void contradiction(std::string what) { found_.push_back(std::move(what)); }

  std::map<StreamName, JobStory> jobs_;
  std::map<std::string, std::string, std::less<>> contracts_;     ///< newest fingerprint, by contract name
  std::map<std::string, std::string, std::less<>> observations_;  ///< facets, by packed event id
  std::map<StreamName, bool> paused_machines_;
  Instant newest_{};
  std::vector<std::string> found_;
};

}  // namespace hz
