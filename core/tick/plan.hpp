// Planning: what a tick should do, as a pure function of the book and the time. Nothing is read, started or written
// here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/contract/contract_stream.hpp"
#include "core/job/schedule.hpp"
#include "core/tick/job_book.hpp"

namespace hz {

/// What the files say of a contract and the ledger does not know yet.
struct ContractNews {
  std::string contract_name;
  ContractHistory::Command seen;
};

/// One entry per contract whose terms, fingerprint or existence changed, in name order.
[[nodiscard]] std::vector<ContractNews> contract_news(const JobBook& book, Instant now, Seconds interval,
                                                      const std::string& tzdata);

/// What is to be done about one job.
struct JobPlan {
  JobName job;
  std::vector<Slot> slots;            ///< to be evaluated, oldest first
  std::optional<SlotRange> left_out;  ///< catch_up skip: recorded as skipped
  bool again = false;                 ///< the slots are those of a lost run
  std::optional<std::string> clock_went_back;
};

/// Slots of one job (D7). `history` includes what contract_news found. `lost`: slots of a lease of ours whose
/// process is gone, to be begun again.
/// `failed`: the newest slot that fails in this very round for being lost too often. It is known, though no event
/// tells it yet.
[[nodiscard]] JobPlan plan_job(const JobEntry& entry, const ScheduleHistory& history, const JobBook& book,
                               Instant now, const std::vector<Slot>& lost,
                               std::optional<Slot> failed = std::nullopt);

/// Whether a run that was lost may begin again: losses, counting this one, are at most retries + 1.
[[nodiscard]] bool may_begin_again(const JobEntry& entry);

/// ttl_s = slots × ((retries + 1) × timeout + waits between the attempts) + 120.
[[nodiscard]] Seconds lease_ttl(const Contract& contract, std::size_t slots);
/// Before attempt 2: 2 s, before 3: 4 s, … at most 60 s.
[[nodiscard]] Seconds wait_before_attempt(int attempt);

}  // namespace hz
