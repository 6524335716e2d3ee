#include "core/tick/plan.hpp"

#include <algorithm>

namespace hz {

namespace {

std::string first_error(const Problems& problems) {
  const auto found = std::find_if(problems.begin(), problems.end(),
                                  [](const Problem& problem) { return problem.weight == Problem::Weight::error; });
  return found == problems.end()
             ? std::string("does not compile")
             : std::to_string(found->place.line) + ":" + std::to_string(found->place.column) + ": " + found->what;
}

std::optional<ContractHistory::Command> news_of(const JobEntry& entry, Instant from, Seconds interval,
                                                const std::string& tzdata) {
  if (!entry.has_file) {
    if (entry.history.retired || entry.history.spans.empty()) return std::nullopt;
    return ContractRetired{from};
  }
  if (!entry.contract) return ContractBroken{entry.fingerprint, first_error(entry.problems), from};
  if (!entry.zone) return std::nullopt;
  ScheduleTerms terms{entry.contract->fingerprint, std::nullopt, entry.zone->name(), tzdata,
                      entry.contract->catch_up,    interval};
  if (entry.contract->schedule) terms.schedule = entry.contract->schedule->text();
  return ContractChanged{std::move(terms), from};
}

/// Slots that were lost are the oldest that are due: what is left out begins after them.
std::optional<SlotRange> without(const SlotRange& range, const std::vector<Slot>& lost,
                                 const ScheduleHistory& history) {
  if (lost.back() < range.from) return range;
  const auto rest = slots_of(history, lost.back(), range.to);
  if (rest.empty()) return std::nullopt;
  return SlotRange{rest.front().slot, rest.back().slot, rest.size()};
}

/// The same question that the stream asks itself when it decides: would this say anything?
bool is_news(const JobEntry& entry, const ContractHistory::Command& seen) {
  const auto drafts = ContractHistory::decide(entry.history, seen);
  return drafts && !drafts->empty();
}

}  // namespace

std::vector<ContractNews> contract_news(const JobBook& book, Instant now, Seconds interval,
                                        const std::string& tzdata) {
  std::vector<ContractNews> news;
  const Instant from = schedule_start(book.last_tick, now, interval);
  for (const auto& [job, entry] : book.jobs) {
    if (entry.waits_for_team() || entry.trouble) continue;
    auto seen = news_of(entry, from, interval, tzdata);
    if (seen && is_news(entry, *seen)) news.push_back({entry.contract_name, *std::move(seen)});
  }
  return news;
}

JobPlan plan_job(const JobEntry& entry, const ScheduleHistory& history, const JobBook& book, Instant now,
                 const std::vector<Slot>& lost, std::optional<Slot> failed) {
  DueQuestion question{std::max(entry.newest_known_slot(), failed), now, book.machine.pauses};
  question.pauses.insert(question.pauses.end(), entry.state.pauses.begin(), entry.state.pauses.end());
  Due due = due_slots(history, question);
  JobPlan plan{entry.job, std::move(due.run), due.skipped, false, due.clock_went_back};
  if (lost.empty()) return plan;
  // A lost run is the affair of its retries, not of catch-up: its slots are not left out for being late.
  if (plan.left_out) plan.left_out = without(*plan.left_out, lost, history);
  if (plan.slots.empty()) plan.slots = lost;
  plan.again = std::find(lost.begin(), lost.end(), plan.slots.front()) != lost.end();
  return plan;
}

bool may_begin_again(const JobEntry& entry) {
  const int retries = entry.contract ? entry.contract->retries : 0;
  return entry.state.losses + 1 <= retries + 1;
}

Seconds wait_before_attempt(int attempt) {
  if (attempt < 2) return Seconds{0};
  return std::min(Seconds{60}, Seconds{std::int64_t{1} << std::min(attempt - 1, 6)});
}

Seconds lease_ttl(const Contract& contract, std::size_t slots) {
  Seconds waits{0};
  for (int attempt = 2; attempt <= contract.retries + 1; ++attempt) waits += wait_before_attempt(attempt);
  const auto timeout = std::chrono::ceil<Seconds>(contract.timeout);
  return static_cast<std::int64_t>(std::max<std::size_t>(slots, 1)) * ((contract.retries + 1) * timeout + waits) +
         Seconds{120};
}

}  // namespace hz
