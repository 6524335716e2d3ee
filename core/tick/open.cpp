#include <fmt/format.h>

#include "core/tick/opening.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

std::string begins_text(const Beginning& beginning) {
  const auto& slots = beginning.lease.slots;
  if (slots.empty())
    return fmt::format("{} begins by hand (token {})", beginning.contract.job().str(), beginning.token);
  const std::string more = slots.size() > 1 ? fmt::format(" and {} more", slots.size() - 1) : "";
  return fmt::format("{} begins {}{}{} (token {})", beginning.contract.job().str(),
                     local_text(*beginning.zone, slots.front()), more, beginning.again ? " again" : "",
                     beginning.token);
}

std::string change_text(const ContractNews& news) {
  const std::string job = job_of_contract(news.contract_name).str();
  return std::visit(
      Overloaded{
          [&](const ContractChanged& seen) {
            return job + (seen.terms.schedule ? " changed: now " + *seen.terms.schedule : " changed: no schedule");
          },
          [&](const ContractBroken& seen) { return job + " does not compile: " + seen.error; },
          [&](const ContractRetired&) { return job + " retired"; },
      },
      news.seen);
}

bool begins(const Opening& opening, const JobName& job) {
  for (const Beginning& beginning : opening.beginnings) {
    if (beginning.contract.job() == job) return true;
  }
  return false;
}

class Saying {
 public:
  Saying(Opening& opening, Batch& batch) : opening_(opening), batch_(batch) {}

  /// In the order of decisions: changed contracts, lost leases, observations, leases of all that begins.
  Result<void> all() {
    for (const ContractNews& news : opening_.contracts) {
      HZ_TRY(batch_.change<ContractHistory>(contract_stream(news.contract_name), news.seen));
      if (!begins(opening_, job_of_contract(news.contract_name))) batch_.say(change_text(news));
    }
    for (const auto& [job, lose] : opening_.lost) {
      HZ_TRY(batch_.change<Job>(job_stream(job), lose));
      if (!begins(opening_, job)) {
        batch_.say(job.str() +
                   (lose.failed.empty() ? " lost" : " failed: " + lose.failed.front().error.value_or("")));
      }
    }
    for (const Observation& observation : opening_.observations) {
      HZ_TRY(batch_.change<Source>(observation.source, observation.seen));
    }
    for (Beginning& beginning : opening_.beginnings) HZ_TRY(begin(beginning));
    if (!batch_.empty() && batch_.commit().subject.empty()) batch_.say("sources observed");
    return ok();
  }

 private:
  Result<void> begin(Beginning& beginning) {
    const StreamName stream = job_stream(beginning.contract.job());
    HZ_TRY(batch_.change<Job>(stream, BeginRun{beginning.lease}));
    HZ_TRY_ASSIGN(const JobState* const state, batch_.state<Job>(stream));
    beginning.token = state->lease->token;
    batch_.say(begins_text(beginning));
    return ok();
  }

  Opening& opening_;
  Batch& batch_;
};

}  // namespace

Result<Committed> open(Opening& opening, const TickPorts& ports, const TickSettings& settings) {
  const Stamp stamp{ports.clock.now(), settings.by, std::nullopt};
  if (!opening.bodies.empty()) HZ_TRY(ports.bodies.keep(stamp.at, stamp.by, opening.bodies));
  const StreamName machine = machine_stream(settings.machine);
  return transact(ports.lane, stamp, [&](const View&, Batch& batch) -> Result<void> {
    HZ_TRY_ASSIGN(const MachineState* const daemon, batch.state<Machine>(machine));
    if (daemon->paused()) {
      opening.beginnings.clear();
      return ok();
    }
    return Saying(opening, batch).all();
  });
}

}  // namespace hz
