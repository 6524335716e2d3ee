// job/<name>: a job's whole story in one chain: leases, receipts, pauses. A lease is open from lease.acquired to
// lease.released or lease.lost; its token is the seq of lease.acquired, so it only grows (S2); no receipt stands
// outside an open lease.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/fold/thing.hpp"
#include "core/job/receipt.hpp"
#include "core/job/schedule.hpp"
#include "core/job/skips.hpp"

namespace hz {

// Facts, in the past tense.
struct LeaseAcquired {
  MachineId machine;
  std::string boot, nonce;
  std::vector<Slot> slots;        ///< what will be run, oldest first; empty: a manual run
  std::optional<Instant> manual;  ///< when the manual run was asked for
  Seconds ttl{};
  SkipRanges skipped;
};
struct LeaseReleased {
  std::uint64_t token = 0;
};
struct LeaseLost {
  std::uint64_t token = 0;
  std::string why;
};
struct ReceiptLeft {
  Receipt receipt;
};
struct JobPaused {
  std::optional<BodyRef> reason;
  SkipRanges skipped;
};
struct JobResumed {
  SkipRanges skipped;
};
using JobFact =
    std::variant<LeaseAcquired, LeaseReleased, LeaseLost, ReceiptLeft, JobPaused, JobResumed, NotUnderstood>;

// Commands: what may be asked of a job.
struct BeginRun {
  LeaseAcquired lease;
};
/// One slot's receipt; the last one of a run also releases the lease.
struct LeaveReceipt {
  Receipt receipt;
  bool release = false;
};
/// A run whose process is gone. Slots that were lost too often are failed first, inside the lease.
struct LoseRun {
  std::uint64_t token = 0;
  std::string why;
  std::vector<Receipt> failed;
};
struct PauseJob {
  std::optional<BodyRef> reason;
  SkipRanges skipped;
};
struct ResumeJob {
  SkipRanges skipped;
};

struct JobState {
  struct OpenLease {
    std::uint64_t token = 0;
    LeaseAcquired terms;
    Instant since{};
    std::vector<Slot> done;  ///< slots of it that have a receipt
  };
  struct Last {
    EventId id;
    Instant at{};
    Receipt receipt;
  };
  std::optional<OpenLease> lease;
  int losses = 0;                    ///< since the last receipt
  std::optional<Slot> newest_slot;   ///< that a receipt or a skipped range accounts for
  std::optional<Last> last_receipt;  ///< of any kind
  std::optional<Last> last_rendered;
  std::vector<PauseSpan> pauses;
  std::vector<std::string> anomalies;

  [[nodiscard]] bool paused() const { return !pauses.empty() && !pauses.back().to; }
};

struct Job {
  using Fact = JobFact;
  using State = JobState;
  using Command = std::variant<BeginRun, LeaveReceipt, LoseRun, PauseJob, ResumeJob>;
  [[nodiscard]] static Fact decode(const Sealed& raw);
  static void apply(State& state, const Told<Fact>& told);
  /// Refusals are conflict errors: somebody else was there first.
  [[nodiscard]] static Result<std::vector<Draft>> decide(const State& now, const Command& command);

  static constexpr std::string_view snapshot_name = "job/1";
  [[nodiscard]] static std::optional<std::string> save(const State& state);
  [[nodiscard]] static std::optional<State> load(std::string_view bytes);
};

/// The slots of an open lease that have no receipt yet.
[[nodiscard]] std::vector<Slot> slots_left(const JobState::OpenLease& lease);

}  // namespace hz
