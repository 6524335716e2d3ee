#include "core/tick/tick.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/tick/describe.hpp"
#include "core/tick/idle.hpp"
#include "core/tick/opening.hpp"
#include "core/tick/record.hpp"
#include "core/tick/runs.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

class Tick {
 public:
  Tick(const TickPorts& ports, const TickSettings& settings, const TickOptions& options)
      : ports_(ports), settings_(settings), options_(options), runs_(ports, settings) {}

  Result<TickReport> run() {
    report_.at = ports_.clock.now();
    if (is_whole()) basis_ = plan_basis(ports_, settings_);
    if (basis_ && is_known_idle(ports_.state, *basis_, report_.at)) {
      round_at_ = report_.at;
      HZ_TRY(remember_tick());
      close();
      return std::move(report_);
    }
    HZ_TRY_ASSIGN(bool more, round(true));
    while (more || !runs_.empty()) {
      if (more) {
        HZ_TRY_ASSIGN(more, round(false));
        continue;
      }
      HZ_TRY_ASSIGN(const std::vector<SlotEnd> ends, runs_.next(until_next_round()));
      if (!ends.empty()) {
        HZ_TRY_ASSIGN(more, finish(ends));
      } else if (until_next_round() == Millis{0}) {
        HZ_TRY(remember_tick());
        more = true;
      }
    }
    HZ_TRY(remember_tick());
    if (basis_ && idle_until_ && found_nothing())
      HZ_TRY(remember_idle(ports_.state, *basis_, report_.at, *idle_until_));
    close();
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool is_whole() const { return !options_.dry_run && !options_.job; }
  [[nodiscard]] bool found_nothing() const {
    return report_.status == "idle" && report_.events.empty() && report_.jobs.empty() && report_.problems.empty();
  }

  /// Plans and begins. The answer says whether another round should follow at once.
  Result<bool> round(bool first) {
    round_at_ = ports_.clock.now();
    round_since_boot_ = ports_.clock.since_boot();
    HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, ports_.lane.at_tip());
    HZ_TRY_ASSIGN(const JobBook book, open_book(*view, {ports_.contracts, ports_.state, ports_.zones,
                                                        settings_.machine, ports_.chores}));
    if (book.machine_trouble) return *book.machine_trouble;
    if (first) {
      HZ_TRY(note_problems(book));
      idle_until_ = idle_until(book, round_at_);
    }
    if (paused(book) || report_.status == "no_contracts") return false;
    HZ_TRY_ASSIGN(const RoundQuestion question, question_for(book, first));
    auto readings = std::make_shared<Readings>(ports_, settings_);
    HZ_TRY_ASSIGN(Opening opening, compose(*view, book, *readings, ports_, settings_, question));
    take_lines(opening);
    if (options_.dry_run) return false;
    HZ_TRY_ASSIGN(const Committed committed, open(opening, ports_, settings_));
    tell(committed);
    HZ_TRY(keep_skips(opening));
    for (Beginning& beginning : opening.beginnings) runs_.add(std::move(beginning), readings);
    return false;
  }

  Result<RoundQuestion> question_for(const JobBook& book, bool first) const {
    RoundQuestion question{round_at_, runs_.jobs(), std::nullopt, options_.dry_run};
    if (!options_.job) return question;
    HZ_TRY_ASSIGN(const JobEntry* const entry, book.find(*options_.job));
    if (!entry->contract) {
      return Error{ErrorKind::config, "the contract of " + entry->job.str() + " does not compile",
                   entry->problems.empty()
                       ? "its file is not there"
                       : entry->problems.front().place.str() + ": " + entry->problems.front().what,
                   "nothing ran", "hz contract check " + entry->contract_name};
    }
    if (entry->waits_for_team()) {
      return Error{ErrorKind::config, entry->job.str() + " is a team job, and this machine has joined no team", "",
                   "nothing ran", "set scope: personal in its contract to run it here"};
    }
    // A manual run is asked for once; later rounds of the same tick only wait for it.
    if (first) question.manual = entry->job;
    for (const auto& [job, other] : book.jobs) {
      if (!first || job != entry->job) question.busy.insert(job);
    }
    return question;
  }

  bool paused(const JobBook& book) {
    const PauseSpan* pause = book.machine.paused() ? &book.machine.pauses.back() : nullptr;
    if (!pause || !runs_.empty()) return pause != nullptr;
    report_.status = "paused";
    const auto zone = ports_.zones.of_person();
    const Slot since = std::chrono::floor<Seconds>(pause->from);
    report_.message =
        fmt::format("paused since {} by {}", zone ? local_clock(**zone, since) : to_text(since), pause->by);
    return true;
  }

  Result<void> note_problems(const JobBook& book) {
    bool any_file = !book.problems.empty();
    report_.problems = book.problems;
    for (const auto& [job, entry] : book.jobs) {
      any_file = any_file || entry.has_file;
      report_.problems.insert(report_.problems.end(), entry.problems.begin(), entry.problems.end());
      if (entry.waits_for_team() && !options_.job) {
        report_.jobs.push_back({job,
                                std::nullopt,
                                "",
                                "waiting",
                                "a team job; this machine has joined no team",
                                std::nullopt,
                                false,
                                {}});
      }
    }
    if (!any_file && book.jobs.empty() && !options_.job) {
      report_.status = "no_contracts";
      report_.message = "No contracts in " + ports_.contracts.directory() + ". Next: hz contract new digest";
    }
    return ok();
  }

  void take_lines(const Opening& opening) {
    for (const TickLine& line : opening.lines) {
      report_.well = report_.well && line.disposition != "damaged" && line.disposition != "failed";
      // What keeps a whole job from running is found again in each round, and told once.
      if (line.slot || !is_told(line)) report_.jobs.push_back(line);
    }
    for (const std::string& text : opening.clock_went_back) ports_.log.warn("clock.went_back", {{"text", text}});
  }

  [[nodiscard]] bool is_told(const TickLine& line) const {
    return std::any_of(report_.jobs.begin(), report_.jobs.end(), [&](const TickLine& told) {
      return told.job == line.job && !told.slot && told.disposition == line.disposition && told.why == line.why;
    });
  }

  /// Everything told here is durable: the lane's ref has moved.
  void tell(const Committed& committed) {
    for (const Sealed& event : committed.events) {
      report_.events.push_back(event.id);
      ports_.progress.happened(event_line(event));
    }
  }

  /// Skips that no event tells yet wait in a file, written before last-tick; those that ride in an event need it no
  /// more.
  Result<void> keep_skips(const Opening& opening) {
    for (const auto& [job, ranges] : opening.skips) {
      HZ_TRY_ASSIGN(const std::string name, skips_file_name(job));
      HZ_TRY(ports_.state.write(name, skips_file(job, ranges)));
    }
    for (const JobName& job : opening.told_skips) {
      HZ_TRY_ASSIGN(const std::string name, skips_file_name(job));
      HZ_TRY(ports_.state.remove(name));
    }
    return ok();
  }

  /// True when a lease ended: the job may have more to do.
  Result<bool> finish(const std::vector<SlotEnd>& ends) {
    HZ_TRY_ASSIGN(const Recorded recorded, record(ends, ports_, settings_));
    tell(recorded.committed);
    bool lease_ended = false;
    for (const SlotEnd& end : ends) {
      report_.well = report_.well && end.disposition != Disposition::failed;
      lease_ended = lease_ended || end.run->is_last_slot();
      runs_.done(end.run);
    }
    report_.jobs.insert(report_.jobs.end(), recorded.lines.begin(), recorded.lines.end());
    return lease_ended && !options_.job;
  }

  [[nodiscard]] Millis until_next_round() const {
    const Millis passed = ports_.clock.since_boot() - round_since_boot_;
    return passed >= settings_.interval ? Millis{0} : Millis{settings_.interval} - passed;
  }

  /// A tick for one job has not looked at the others: only a whole one moves last-tick.
  Result<void> remember_tick() {
    if (!is_whole() || report_.status == "no_contracts") return ok();
    return ports_.state.write("last-tick", to_text(round_at_));
  }

  void close() {
    if (options_.dry_run) {
      report_.status = "dry_run";
    } else if (report_.status == "idle" && !report_.events.empty()) {
      report_.status = "done";
    }
    for (const std::string& remark : ports_.lane.remarks()) ports_.log.warn("lane.remark", {{"text", remark}});
    ports_.log.info("tick." + report_.status,
                    {{"events", report_.events.size()}, {"jobs", report_.jobs.size()}, {"well", report_.well}});
  }

  const TickPorts& ports_;
  const TickSettings& settings_;
  const TickOptions& options_;
  Runs runs_;
  TickReport report_;
  std::optional<std::string> basis_;   ///< of a whole tick, where it can be told
  std::optional<Instant> idle_until_;  ///< if it should find nothing to do
  Instant round_at_{};
  Millis round_since_boot_{};
};

}  // namespace

Result<TickReport> run_tick(const TickPorts& ports, const TickSettings& settings, const TickOptions& options) {
  return Tick(ports, settings, options).run();
}

}  // namespace hz
