#include "core/audit/judge.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/event/lane_name.hpp"

namespace hz {
namespace {

std::string shown_branch(std::string_view ref) {
  constexpr std::string_view branches = "refs/heads/";
  return std::string(ref.starts_with(branches) ? ref.substr(branches.size()) : ref);
}

}  // namespace

void StoryJudge::keep(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event,
                      std::string& kept) const {
  append_gist(bytes, scan, event, kept);
}

void StoryJudge::keep(const Sealed& event, std::string& kept) const {
  append_gist(event, kept);
}

void StoryJudge::begin(const BodiesFound& bodies) {
  bodies_ = &bodies;
  lanes_.clear();
  faults_.clear();
}

void StoryJudge::take(const AuditedEvent& event, std::string_view kept) {
  read_gist(kept, gist_);
  Lane& lane = lanes_[event.lane];
  for (std::string& what : lane.meaning.take({event.stream, event.seq, event.id, event.at}, gist_))
    fault(AuditFault::Scope::story, event, std::move(what));
  for (const Gist::Body& named : gist_.bodies) {
    lane.named.push_back(named.sha256);
    body(event, named);
  }
}

std::size_t StoryJudge::bodies_named(const std::string& lane) {
  auto& named = lanes_[lane].named;
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  return named.size();
}

const std::string& StoryJudge::branch_of(const AuditedEvent& event) {
  const auto day = std::chrono::floor<std::chrono::days>(event.at);
  if (branch_.ref.empty() || branch_.day != day || branch_.machine != event.machine) {
    branch_.day = day;
    branch_.machine = event.machine;
    branch_.ref = body_ref(body_month(event.at), MachineId(branch_.machine));
  }
  return branch_.ref;
}

/// A body is there, of the size that the event says, in the branch of the event's month and machine: only so does
/// it expire when it should.
void StoryJudge::body(const AuditedEvent& event, const Gist::Body& body) {
  const auto shown = [&] { return body.sha256.hex().substr(0, 12); };
  const auto found = bodies_->find(body.sha256);
  if (found.empty()) {
    const bool damaged = bodies_->is_damaged(body_path(body.sha256.hex()));
    return fault(AuditFault::Scope::body, event,
                 fmt::format("names the body {}, which is {}", shown(), damaged ? "damaged" : "not there"));
  }
  if (found.front().bytes != body.bytes) {
    return fault(AuditFault::Scope::body, event,
                 fmt::format("names a body of {} bytes; it has {}", body.bytes, found.front().bytes));
  }
  const std::string& branch = branch_of(event);
  const bool in_place = std::any_of(found.begin(), found.end(), [&](const BodiesFound::Found& there) {
    return bodies_->branch(there.branch) == branch;
  });
  if (in_place) return;
  fault(AuditFault::Scope::body, event,
        fmt::format("names the body {}, which lies in {} instead of {}", shown(),
                    shown_branch(bodies_->branch(found.front().branch)), shown_branch(branch)));
}

void StoryJudge::fault(AuditFault::Scope scope, const AuditedEvent& event, std::string what) {
  faults_.push_back({scope, event.lane, event.stream.str(), event.id.hex(), event.file(event.number, event.id),
                     std::string(event.commit), std::move(what), event.seq});
}

}  // namespace hz
