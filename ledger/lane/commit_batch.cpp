#include "ledger/lane/commit_batch.hpp"

#include <fmt/format.h>
#include <map>

#include "ledger/lane/layout.hpp"
#include "ledger/lane/memory_view.hpp"
#include "ledger/lane/message.hpp"
#include "ledger/lane/tree_files.hpp"

namespace hz {
namespace {

Error mistake(std::string why) {
  return {ErrorKind::internal, "a commit was refused before it was written", std::move(why), "Nothing was written.",
          "report this as a bug of hz"};
}

/// Every event of the batch comes next in its stream.
Result<void> check_chains(const View& view, const std::vector<Sealed>& events) {
  std::map<StreamName, ChainCheck> chains;
  for (const Sealed& event : events) {
    for (const Damage& damage : view.damages()) {
      if (damage.stream == event.stream) return to_error(damage);
    }
    ChainCheck& chain = chains.try_emplace(event.stream, event.stream, view.head(event.stream)).first->second;
    if (const auto next = chain.accept(event); !next)
      return mistake(
          fmt::format("Event {} does not come next in its stream. {}", event.id.shown(), next.error().why));
  }
  return ok();
}

std::vector<EventTrailer> trailers_of(const std::vector<Arrival>& arrivals) {
  std::vector<EventTrailer> trailers;
  trailers.reserve(arrivals.size());
  for (const Arrival& a : arrivals) trailers.push_back({a.number, a.stream, a.seq, a.id});
  return trailers;
}

}  // namespace

Result<void> check_form(const Commit& commit) {
  if (commit.events.empty()) return mistake("It holds no event.");
  if (!git::fits_signature(commit.stamp.by.person) || !git::fits_signature(commit.stamp.by.machine)) {
    return mistake("Its person or machine cannot stand in a commit.");
  }
  if (commit.stamp.at < Instant{}) return mistake("It is of a time before 1970.");
  for (const Sealed& event : commit.events) {
    const auto read = read_event(event.bytes);
    if (!read) return mistake(fmt::format("Event {}: {}.", event.id.shown(), read.error().why));
    if (read->id != event.id || read->stream != event.stream || read->seq != event.seq ||
        read->prev != event.prev) {
      return mistake(fmt::format("The bytes of event {} are not it.", event.id.shown()));
    }
    if (read->at != commit.stamp.at)
      return mistake(fmt::format("Event {} is of another time than its commit.", event.id.shown()));
  }
  return ok();
}

Result<ArrivedCommit> write_batch(git::Repository& repository, const LaneEnd& end, const View& view,
                                  const Commit& commit) {
  HZ_TRY(check_chains(view, commit.events));
  if (commit.stamp.at < end.newest_at) return mistake("It is older than what it is appended to.");
  if (end.count + commit.events.size() > lane_events_max) {
    return Error{ErrorKind::environment, "the lane is full", fmt::format("It holds {} events.", end.count),
                 "Nothing was written.", "hz system update"};
  }
  const auto writer = repository.writer();
  ArrivedCommit written;
  written.at = commit.stamp.at;
  std::vector<NewFile> files;
  for (const Sealed& event : commit.events) {
    const std::uint64_t number = end.count + written.events.size();
    std::string file = event_file(number, event.id);
    HZ_TRY_ASSIGN(const git::Oid blob, writer->write(git::ObjectKind::blob, event.bytes));
    files.push_back({file, blob});
    written.events.push_back({number, event.stream, event.seq, event.id, std::move(file), event});
  }
  HZ_TRY_ASSIGN(written.tree, add_files(repository, *writer, end.tree, std::move(files)));
  git::CommitObject object;
  object.tree = written.tree;
  if (end.commit) object.parents.push_back(*end.commit);
  object.author = object.committer = signature_of(commit.stamp.by, commit.stamp.at);
  object.message = write_message(commit.subject, trailers_of(written.events));
  HZ_TRY_ASSIGN(written.id, writer->write(git::ObjectKind::commit, git::write_commit(object)));
  HZ_TRY(writer->finish());
  return written;
}

git::Signature signature_of(const By& by, Instant at) {
  return {by.person, by.machine + std::string(machine_domain),
          std::chrono::floor<Seconds>(at).time_since_epoch().count()};
}

}  // namespace hz
