#include "ledger/lane/moment.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "ledger/lane/prefix.hpp"

namespace hz {
namespace {

using Commits = Result<std::size_t>;

Commits until(const LaneLog& log, Instant time) {
  for (std::size_t commits = log.marks().size(); commits > 0; --commits) {
    if (log.marks()[commits - 1].at <= time) return commits;
  }
  return nothing_by(time, log.marks().empty() ? std::nullopt : std::optional(log.marks().front().at));
}

Commits until(const LaneLog& log, const AtCommit& commit) {
  HZ_TRY(check_prefix("a commit", commit.prefix));
  std::size_t found = 0;
  for (std::size_t i = 0; i < log.marks().size(); ++i) {
    if (!starts_with(log.marks()[i].commit, commit.prefix)) continue;
    if (found != 0) return ambiguous_prefix("a commit", commit.prefix);
    found = i + 1;
  }
  if (found == 0) return unknown_prefix("a commit", commit.prefix);
  return found;
}

Commits until(const LaneLog& log, const AtEvent& event) {
  HZ_TRY(check_prefix("an event", event.prefix));
  const auto first = log.ids().lower_bound(event.prefix);
  if (first == log.ids().end() || !starts_with(first->first, event.prefix))
    return unknown_prefix("an event", event.prefix);
  if (const auto second = std::next(first); second != log.ids().end() && starts_with(second->first, event.prefix)) {
    return ambiguous_prefix("an event", event.prefix);
  }
  const auto holds = std::find_if(log.marks().begin(), log.marks().end(),
                                  [&](const LaneLog::Mark& mark) { return first->second < mark.end; });
  return static_cast<std::size_t>(holds - log.marks().begin()) + 1;
}

}  // namespace

Commits commits_as_of(const LaneLog& log, const Moment& moment) {
  return std::visit([&](const auto& when) { return until(log, when); }, moment);
}

Error nothing_by(Instant time, const std::optional<Instant>& first) {
  return {ErrorKind::usage, fmt::format("nothing was recorded by {}", to_text(time)),
          first ? fmt::format("Its first commit is of {}.", to_text(*first)) : "This lane has no events.", "",
          "name a later time"};
}

}  // namespace hz
