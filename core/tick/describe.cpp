#include "core/tick/describe.hpp"

#include <fmt/format.h>

#include "core/contract/contract_stream.hpp"
#include "core/job/job_stream.hpp"
#include "core/job/machine_stream.hpp"
#include "core/tick/words.hpp"
#include "core/watch/source_stream.hpp"

namespace hz {

namespace {

std::string of_receipt(const Receipt& receipt) {
  const std::string when = receipt.slot ? to_text(*receipt.slot) : "by hand";
  std::string outcome = receipt.error.value_or("");
  if (receipt.disposition == Disposition::rendered) outcome = news_text(receipt.inputs);
  return std::string(to_text(receipt.disposition)) + " " + when + (outcome.empty() ? "" : ": " + outcome);
}

std::string of_job(const Sealed& event) {
  return std::visit(Overloaded{
                        [](const LeaseAcquired& lease) {
                          return lease.slots.empty()
                                     ? std::string("by hand")
                                     : fmt::format("for {}{}", to_text(lease.slots.front()),
                                                   lease.slots.size() > 1
                                                       ? fmt::format(" and {} more", lease.slots.size() - 1)
                                                       : "");
                        },
                        [](const LeaseReleased& released) { return fmt::format("token {}", released.token); },
                        [](const LeaseLost& lost) { return fmt::format("token {}: {}", lost.token, lost.why); },
                        [](const ReceiptLeft& left) { return of_receipt(left.receipt); },
                        [](const JobPaused&) { return std::string(); },
                        [](const JobResumed&) { return std::string(); },
                        [](const NotUnderstood& unread) { return unread.why; },
                    },
                    Job::decode(event));
}

std::string of_contract(const Sealed& event) {
  return std::visit(Overloaded{
                        [](const ContractChanged& changed) {
                          return changed.terms.schedule
                                     ? "now " + *changed.terms.schedule + " in " + changed.terms.zone
                                     : std::string("no schedule");
                        },
                        [](const ContractBroken& broken) { return "does not compile: " + broken.error; },
                        [](const ContractRetired&) { return std::string(); },
                        [](const NotUnderstood& unread) { return unread.why; },
                    },
                    ContractHistory::decode(event));
}

std::string of_source(const Sealed& event) {
  return std::visit(Overloaded{
                        [](const SourceObserved& seen) {
                          return fmt::format("{} item{}", seen.count, seen.count == 1 ? "" : "s");
                        },
                        [](const SourceFailed& failed) { return failed.error; },
                        [](const SourceRecovered&) { return std::string(); },
                        [](const NotUnderstood& unread) { return unread.why; },
                    },
                    Source::decode(event));
}

}  // namespace

std::string describe(const Sealed& event) {
  if (event.stream.kind() == "job") return of_job(event);
  if (event.stream.kind() == "contract") return of_contract(event);
  if (event.stream.kind() == "source") return of_source(event);
  return "";
}

std::string event_line(const Sealed& event) {
  const std::string text = describe(event);
  return fmt::format("{}  {:<16}  {}{}", event.id.shown(), event.type, event.stream.str(),
                     text.empty() ? "" : "  " + text);
}

}  // namespace hz
