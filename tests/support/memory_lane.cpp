#include "tests/support/memory_lane.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/base/digest.hpp"

namespace hz::test {
namespace {

Error refusal(ErrorKind kind, std::string what, std::string why = "") {
  return {kind, std::move(what), std::move(why), "Nothing was written.", ""};
}

bool starts(const std::string& text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

bool is_prefix(std::string_view text) {
  return text.size() >= 7 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::shared_ptr<const View> view_of(const std::vector<MemoryLedger::Entry>& commits, std::size_t count) {
  Tip tip;
  std::vector<Placed> events;
  for (std::size_t i = 0; i < count; ++i) {
    events.insert(events.end(), commits[i].events.begin(), commits[i].events.end());
    tip = {commits[i].commit, events.size()};
  }
  return std::make_shared<const NaiveView>(tip, std::move(events));
}

/// Whether the commit lies at or before the moment; for commits and events, whether it is the one that is meant.
bool matches(const MemoryLedger::Entry& entry, const AtCommit& at) {
  return starts(entry.commit, at.prefix);
}
bool matches(const MemoryLedger::Entry& entry, const AtEvent& at) {
  return std::any_of(entry.events.begin(), entry.events.end(),
                     [&](const Placed& placed) { return starts(placed.event.id.str(), at.prefix); });
}

template <class Named>
Result<std::size_t> commits_until(const std::vector<MemoryLedger::Entry>& commits, const Named& named) {
  std::size_t found = 0;
  std::size_t matching = 0;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (!matches(commits[i], named)) continue;
    found = i + 1;
    ++matching;
  }
  if (!is_prefix(named.prefix) || matching != 1) return refusal(ErrorKind::usage, "it names nothing, or several");
  return found;
}

Result<std::size_t> commits_until(const std::vector<MemoryLedger::Entry>& commits, Instant time) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (commits[i].at <= time) found = i + 1;
  }
  if (found == 0) return refusal(ErrorKind::usage, "nothing is that old");
  return found;
}

Result<void> check(const View& view, const Commit& commit) {
  if (commit.events.empty()) return refusal(ErrorKind::internal, "no events");
  if (commit.stamp.at < view.newest_at()) return refusal(ErrorKind::internal, "older than the lane");
  std::map<StreamName, ChainCheck> chains;
  for (const Sealed& event : commit.events) {
    const auto read = read_event(event.bytes);
    if (!read || read->id != event.id || read->seq != event.seq || read->stream != event.stream ||
        read->at != commit.stamp.at) {
      return refusal(ErrorKind::internal, "the bytes are not the event");
    }
    auto& chain = chains.try_emplace(event.stream, event.stream, view.head(event.stream)).first->second;
    if (const auto next = chain.accept(event); !next) return refusal(ErrorKind::internal, "it does not follow");
  }
  return ok();
}

}  // namespace

Result<std::shared_ptr<const View>> MemoryLane::at_tip() {
  const std::lock_guard lock(ledger_->guard);
  return view_of(ledger_->commits, ledger_->commits.size());
}

std::optional<std::string> MemoryLane::glance() {
  const std::lock_guard lock(ledger_->guard);
  return ledger_->commits.empty() ? std::nullopt : std::optional(ledger_->commits.back().commit);
}

Result<std::shared_ptr<const View>> MemoryLane::as_of(const Moment& moment) {
  const std::lock_guard lock(ledger_->guard);
  HZ_TRY_ASSIGN(const std::size_t count,
                std::visit([&](const auto& at) { return commits_until(ledger_->commits, at); }, moment));
  return view_of(ledger_->commits, count);
}

Result<Tip> MemoryLane::append(const Tip& expected, const Commit& commit) {
  const std::lock_guard lock(ledger_->guard);
  const auto view = view_of(ledger_->commits, ledger_->commits.size());
  if (view->tip() != expected) return refusal(ErrorKind::conflict, ref_ + " has moved on");
  HZ_TRY(check(*view, commit));
  MemoryLedger::Entry entry{expected.commit, commit.stamp.at, {}};
  for (const Sealed& event : commit.events) entry.commit += event.id.str();
  entry.commit = sha256_hex(entry.commit).substr(0, 40);
  for (const Sealed& event : commit.events) {
    const std::uint64_t number = expected.count + entry.events.size();
    std::string file = fmt::format("events/{:02x}/{:02x}/{:02x}-{}.json", number / 65536, number / 256 % 256,
                                   number % 256, event.id.str().substr(0, 16));
    entry.events.push_back({number, std::move(file), entry.commit, event});
  }
  ledger_->commits.push_back(entry);
  return Tip{entry.commit, expected.count + entry.events.size()};
}

Result<void> MemoryBodies::keep(Instant at, const By&, std::span<const SealedBody> bodies) {
  const std::lock_guard lock(ledger_->guard);
  for (const SealedBody& body : bodies) ledger_->bodies.emplace(body_month(at) + "/" + body.ref.sha256, body.bytes);
  return ok();
}

Result<std::optional<BodyText>> MemoryBodies::find(Instant at, const BodyRef& ref) const {
  const std::lock_guard lock(ledger_->guard);
  const auto found = ledger_->bodies.find(body_month(at) + "/" + ref.sha256);
  if (found == ledger_->bodies.end()) return std::optional<BodyText>{};
  HZ_TRY_ASSIGN(BodyText text, read_body(found->second, ref));
  return std::optional<BodyText>{std::move(text)};
}

Instant NaiveView::newest_at() const {
  return events_.empty() ? Instant{} : events_.back().event.at;
}

std::vector<StreamName> NaiveView::streams() const {
  std::set<StreamName> names;
  for (const Placed& placed : events_) names.insert(placed.event.stream);
  return {names.begin(), names.end()};
}

Head NaiveView::head(const StreamName& stream) const {
  Head head;
  for (const Placed& placed : events_) {
    if (placed.event.stream == stream) head = {placed.event.seq, placed.event.id};
  }
  return head;
}

Result<void> NaiveView::replay(const StreamName& stream, std::uint64_t after_seq, const Visit& visit) const {
  for (const Placed& placed : events_) {
    if (placed.event.stream == stream && placed.event.seq > after_seq) visit(placed);
  }
  return ok();
}

std::optional<Placed> NaiveView::newest_with_key(const StreamName& stream, const std::string& type,
                                                 const std::string& key) const {
  std::optional<Placed> newest;
  for (const Placed& placed : events_) {
    const Sealed& event = placed.event;
    if (event.stream == stream && event.type == type && text_at(event.data, "key") == key) newest = placed;
  }
  return newest;
}

Result<Placed> NaiveView::find(std::string_view id_prefix) const {
  std::vector<Placed> found;
  for (const Placed& placed : events_) {
    if (starts(placed.event.id.str(), id_prefix)) found.push_back(placed);
  }
  if (!is_prefix(id_prefix) || found.size() != 1) {
    return refusal(ErrorKind::usage, "it names no event, or several");
  }
  return found.front();
}

void NaiveView::for_each(const Visit& visit) const {
  for (const Placed& placed : events_) visit(placed);
}

}  // namespace hz::test
