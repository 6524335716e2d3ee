#include "ledger/audit/lane_audit.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/layout.hpp"

namespace hz {

namespace {

std::variant<Sealed, std::string> judge_file(const Result<std::string>& bytes, const EventId& id) {
  if (!bytes)
    return "the file cannot be read: " + (bytes.error().why.empty() ? bytes.error().what : bytes.error().why);
  if (sha256_hex(*bytes) != id.str()) {
    // Say what is wrong with the bytes themselves, if anything is: that names the damage better than a digest does.
    const auto event = read_event(*bytes);
    return event ? std::string("the file's bytes do not hash to its id")
                 : "the file's bytes do not hash to its id; " + event.error().why;
  }
  auto event = read_event(*bytes);
  if (!event) return event.error().why;
  return *std::move(event);
}

}  // namespace

Result<void> LaneAudit::run(Judge& judge) {
  const auto tip = history_.tip(ref_);
  if (!tip) {
    lane_fault("", "", "", tip.error().what);
    return ok();
  }
  tip_ = tip->hex();
  const auto walked = history_.walk(*tip, [&](const HistoryCommit& commit) {
    commits_.insert(commit.id.hex());
    if (trusted_) trusted_ = take(commit);
    progress_.reached("events", log_.count(), 0);
  });
  if (!walked) {
    if (walked.error().kind != ErrorKind::damaged) return walked.error();
    walked_ = false;
    const auto lost = history_.first_unreadable(*tip);
    lane_fault(lost ? lost->hex() : "", "", "",
               walked.error().what + (walked.error().why.empty() ? "" : ": " + walked.error().why));
  }
  for (const Damage& damage : log_.damages()) {
    audit_.faults.push_back({AuditFault::Scope::event, ref_.name, damage.stream.str(), damage.id, damage.file,
                             damage.commit, damage.what, damage.seq});
  }
  std::string ids;
  for (std::uint64_t number = 0; number < log_.count(); ++number) {
    const auto& placed = log_.event(number);
    if (!placed) continue;
    ids += tell(*placed, judge).view();
  }
  const bool whole = walked_ && trusted_ && log_.damages().empty();
  audit_.lanes.push_back({ref_.name,
                          {tip_, log_.count()},
                          commits_.size(),
                          log_.count(),
                          log_.streams().size(),
                          whole ? std::optional(Sha256().of(ids)) : std::nullopt});
  return ok();
}

Digest LaneAudit::tell(const Placed& placed, Judge& judge) {
  const Sealed& event = placed.event;
  const Digest id = Digest::from_hex(event.id.str()).value_or(Digest{});
  std::string kept;
  judge.keep(event, kept);
  judge.take({ref_.name, placed.number, event.stream, event.seq, id, event.at, event.by.machine, placed.commit,
              event_file_of},
             kept);
  return id;
}

void LaneAudit::compare(const Tip& witnessed) {
  if (!walked_) return;  // whether it descends from anything cannot be told, and that is a fault already
  if (!commits_.contains(witnessed.commit)) {
    lane_fault(
        witnessed.commit, "", "",
        fmt::format(
            "does not descend from the tip that this machine remembers ({} events): it was moved back or rewritten",
            witnessed.count));
  } else if (trusted_ && log_.count() < witnessed.count) {
    lane_fault(witnessed.commit, "", "",
               fmt::format("has {} events; this machine remembers {}", log_.count(), witnessed.count));
  }
}

bool LaneAudit::take(const HistoryCommit& commit) {
  if (!is_linear(commit)) return false;
  if (!commit.message) {
    lane_fault(commit.id.hex(), "", "", "is no commit of a lane: " + commit.message.error().why);
    return false;
  }
  if (!commit.changes) {
    lane_fault(commit.id.hex(), "", "",
               commit.changes.error().what +
                   (commit.changes.error().why.empty() ? "" : ": " + commit.changes.error().why));
    return false;
  }
  if (!adds_what_it_names(commit, commit.message->events)) return false;
  add_events(commit, commit.message->events);
  return true;
}

bool LaneAudit::is_linear(const HistoryCommit& commit) {
  if (commit.parents.size() <= 1) return true;
  lane_fault(commit.id.hex(), "", "", "is a merge: a lane is a linear chain");
  return false;
}

bool LaneAudit::adds_what_it_names(const HistoryCommit& commit, const std::vector<EventTrailer>& trailers) {
  std::map<std::string, const TreeChange*> changes;
  for (const TreeChange& change : *commit.changes) changes.emplace(change.path, &change);
  bool well = !trailers.empty();
  if (!well) lane_fault(commit.id.hex(), "", "", "adds no event");
  std::uint64_t number = log_.count();
  for (const EventTrailer& trailer : trailers) {
    const std::string file = event_file(trailer.number, trailer.id);
    if (trailer.number != number++) {
      lane_fault(commit.id.hex(), file, trailer.id.str(),
                 fmt::format("its trailer gives it the number {} where {} is next", trailer.number, number - 1));
      well = false;
    }
    events_by_file_[file] = trailer.id.str();
    const auto change = changes.find(file);
    if (change == changes.end() || !change->second->is_added() || change->second->after->mode != git::file_mode) {
      lane_fault(commit.id.hex(), file, trailer.id.str(),
                 change == changes.end() ? "its file is missing from the commit's tree"
                                         : "its file was not added by its commit");
      well = false;
    }
    changes.erase(file);
  }
  for (const auto& [path, change] : changes) {
    const char* what = change->is_added() ? "this file was added, and no trailer names it"
                       : change->after    ? "this file was changed"
                                          : "this file was removed";
    lane_fault(commit.id.hex(), path, event_of_file(path), what);
    well = false;
  }
  return well;
}

void LaneAudit::add_events(const HistoryCommit& commit, std::vector<EventTrailer> trailers) {
  std::vector<Arrival> arrivals;
  for (EventTrailer& trailer : trailers) {
    std::string file = event_file(trailer.number, trailer.id);
    const auto leaf = history_.find(commit.tree, file);
    const auto bytes =
        leaf && *leaf ? history_.file((*leaf)->id, event_bytes_read_max)
                      : Result<std::string>(leaf ? Error{ErrorKind::damaged, "the file is not there", "", "", ""}
                                                 : leaf.error());
    auto event = judge_file(bytes, trailer.id);
    arrivals.push_back({trailer.number, std::move(trailer.stream), trailer.seq, std::move(trailer.id),
                        std::move(file), std::move(event)});
  }
  check_author(commit, arrivals);
  const auto* first = std::get_if<Sealed>(&arrivals.front().event);
  log_.add_commit(commit.id.hex(), first ? first->at : Instant(Seconds(commit.committer.seconds)),
                  std::move(arrivals));
}

/// Who and when stand twice: in the events, which are hashed and chained, and in the commit, which people see in
/// git log.
void LaneAudit::check_author(const HistoryCommit& commit, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    const auto* event = std::get_if<Sealed>(&arrival.event);
    if (!event) continue;
    const git::Signature expected = signature_of(event->by, event->at);
    if (commit.author == expected && commit.committer == expected) continue;
    lane_fault(commit.id.hex(), arrival.file, arrival.id.str(),
               fmt::format("its commit is not by {} <{}> at {}, as the event is", expected.name, expected.email,
                           to_text(std::chrono::floor<Seconds>(event->at))));
  }
}

void LaneAudit::lane_fault(const std::string& commit, const std::string& file, const std::string& event,
                           std::string what) {
  audit_.faults.push_back({AuditFault::Scope::lane, ref_.name, "", event, file, commit, std::move(what)});
}

std::string LaneAudit::event_of_file(const std::string& file) const {
  const auto known = events_by_file_.find(file);
  if (known != events_by_file_.end()) return known->second;
  // A file's name carries the first 16 digits of its event's id.
  const auto dash = file.rfind('-');
  const auto dot = file.rfind(".json");
  return dash != std::string::npos && dot != std::string::npos && dot > dash ? file.substr(dash + 1, dot - dash - 1)
                                                                             : std::string();
}

}  // namespace hz
