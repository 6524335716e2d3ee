#include "core/ops/doctor.hpp"

#include <fmt/format.h>

#include "core/fold/witness.hpp"
#include "core/ops/job_answers.hpp"

namespace hz {

namespace {

using State = Finding::State;

std::string_view to_text(State state) {
  switch (state) {
    case State::ok:
      return "ok";
    case State::warning:
      return "warning";
    case State::bad:
      return "bad";
  }
  return "bad";
}

Finding of_error(const std::string& check, const Error& error) {
  return {check, State::bad, error.what + (error.why.empty() ? "" : ": " + error.why), error.fix};
}

Finding check_ticks(const JobBook& book, Instant now, Seconds interval) {
  if (!book.last_tick)
    return {"ticks", book.jobs.empty() ? State::ok : State::warning, "no tick has run yet",
            "hz system daemon tick"};
  const Millis age = now - *book.last_tick;
  const std::string when = "the last tick was at " + hz::to_text(*book.last_tick);
  if (age <= 3 * interval) return {"ticks", State::ok, when, ""};
  return {"ticks", State::warning, when + ", longer ago than three intervals",
          "call hz system daemon tick from a timer, or by hand"};
}

void check_jobs(const JobBook& book, std::vector<Finding>& findings) {
  std::size_t well = 0;
  for (const Problem& problem : book.problems)
    findings.push_back({"contracts", State::bad, problem.place.str() + ": " + problem.what, problem.hint});
  for (const auto& [job, entry] : book.jobs) {
    if (entry.trouble) {
      findings.push_back(of_error(job.str(), *entry.trouble));
    } else if (entry.has_file && !entry.contract) {
      const std::string problem =
          entry.problems.empty() ? "" : entry.problems.front().place.str() + ": " + entry.problems.front().what;
      findings.push_back(
          {job.str(), State::bad, "does not compile: " + problem, "hz contract check " + entry.contract_name});
    } else {
      ++well;
    }
    for (const std::string& anomaly : entry.state.anomalies)
      findings.push_back({job.str(), State::bad, anomaly, "hz audit verify"});
  }
  findings.push_back({"contracts", State::ok, fmt::format("{} of {} well", well, book.jobs.size()), ""});
}

std::vector<Finding> check_core(const DaemonPorts& ports) {
  std::vector<Finding> findings;
  const auto zone = ports.zones.of_person();
  findings.push_back(zone ? Finding{"zone", State::ok, (*zone)->name() + ", tz data " + ports.zones.version(), ""}
                          : of_error("zone", zone.error()));
  if (const auto witness = read_witness(ports.state); !witness)
    findings.push_back(of_error("witness", witness.error()));
  const auto view = ports.lane.at_tip();
  if (!view) {
    findings.push_back(of_error("ledger", view.error()));
    return findings;
  }
  const std::size_t damages = (*view)->damages().size();
  findings.push_back(
      {"ledger", damages == 0 ? State::ok : State::bad,
       damages == 0 ? fmt::format("{} events", (*view)->tip().count) : fmt::format("{} damaged events", damages),
       damages == 0 ? "" : "hz audit verify"});
  const auto book = open_book(**view, ports.book());
  if (!book) {
    findings.push_back(of_error("contracts", book.error()));
    return findings;
  }
  findings.push_back(check_ticks(*book, ports.clock.now(), ports.settings.interval));
  check_jobs(*book, findings);
  return findings;
}

Answer answer(const std::vector<Finding>& findings) {
  Json items = Json::array();
  bool well = true;
  for (const Finding& finding : findings) {
    well = well && finding.state != State::bad;
    items.push_back({{"check", finding.check},
                     {"state", to_text(finding.state)},
                     {"says", finding.says},
                     {"fix", finding.fix}});
  }
  return {{{"items", std::move(items)}}, well};
}

}  // namespace

void declare_doctor(Registry& registry, DoctorPorts ports) {
  registry.add({.name = "doctor",
                .summary = "What is not as it should be on this machine, each with its fix",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {},
                .examples = {{"hz doctor", "ends with 1 if something is bad"}},
                .run = [ports = std::move(ports)](const Args&) -> Result<Answer> {
                  std::vector<Finding> findings = ports.machine();
                  const auto daemon = ports.daemon();
                  // A home that cannot be opened is a finding, not a failure of doctor.
                  if (!daemon) {
                    findings.push_back(of_error("home", daemon.error()));
                    return answer(findings);
                  }
                  const std::vector<Finding> more = check_core(*daemon);
                  findings.insert(findings.end(), more.begin(), more.end());
                  return answer(findings);
                }});
}

}  // namespace hz
