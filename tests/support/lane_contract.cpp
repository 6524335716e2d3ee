#include "tests/support/lane_contract.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "tests/support/story.hpp"

namespace hz::test {
namespace {

/// Keeps the first thing that went wrong.
class Verdict {
 public:
  Verdict& expect(bool holds, const std::string& what) {
    if (!holds && broken_.empty()) broken_ = what;
    return *this;
  }
  operator std::string() const {
    return broken_;
  }  // NOLINT(google-explicit-constructor): a check returns its verdict

 private:
  std::string broken_;
};

std::vector<std::string> ids_of(const View& view) {
  std::vector<std::string> ids;
  view.for_each([&](const Placed& placed) { ids.push_back(placed.event.id.str()); });
  return ids;
}

std::vector<std::string> ids_of(const std::vector<Commit>& commits) {
  std::vector<std::string> ids;
  for (const Commit& commit : commits) {
    for (const Sealed& event : commit.events) ids.push_back(event.id.str());
  }
  return ids;
}

std::shared_ptr<const View> tip_of(Lane& lane) {
  auto view = lane.at_tip();
  if (!view) throw std::runtime_error("at_tip: " + view.error().what);
  return *view;
}

/// Appends each commit on the one before; the tips, one for each.
std::vector<Tip> append(Lane& lane, const std::vector<Commit>& commits) {
  std::vector<Tip> tips;
  for (const Commit& commit : commits) {
    auto tip = lane.append(tips.empty() ? Tip{} : tips.back(), commit);
    if (!tip) throw std::runtime_error("append: " + tip.error().what + ": " + tip.error().why);
    tips.push_back(*tip);
  }
  return tips;
}

template <class T>
bool refused(const Result<T>& result, ErrorKind kind) {
  return !result && result.error().kind == kind;
}

std::vector<Commit> three_commits() {
  Story story;
  return {
      story.tell({{"contract/digest", "contract.changed"}, {"job/contract:digest", "lease.acquired"}}),
      story.tell({{"job/contract:digest", "receipt", {{"key", "k1"}}}, {"job/contract:digest", "lease.released"}}),
      story.tell({{"machine/k3v7q2m5x4ba", "daemon.paused"}, {"job/contract:digest", "receipt", {{"key", "k1"}}}})};
}

constexpr Instant far_future{Seconds(253402300799)};  // 9999-12-31

std::string empty_at_first(LaneWorld& world) {
  const auto view = tip_of(*world.lane());
  Verdict v;
  v.expect(view->tip() == Tip{}, "an empty lane has no tip");
  v.expect(view->streams().empty() && ids_of(*view).empty(), "an empty lane has no events");
  v.expect(view->head(StreamName("job", "x")).seq == 0, "an unknown stream begins at 0");
  v.expect(view->newest_at() == Instant{}, "nothing is newest");
  v.expect(refused(world.lane()->as_of(far_future), ErrorKind::usage), "an empty lane has no past");
  return v;
}

std::string append_is_read_back(LaneWorld& world) {
  const auto lane = world.lane();
  const auto commits = three_commits();
  const auto tips = append(*lane, commits);
  const auto view = tip_of(*lane);
  Verdict v;
  v.expect(view->tip() == tips.back(), "the tip is what append returned");
  v.expect(tips.back().count == 6 && ids_of(*view) == ids_of(commits), "all events are there, in their order");
  v.expect(view->newest_at() == commits.back().stamp.at, "newest_at is the time of the last commit");
  return v;
}

std::string other_handle_reads(LaneWorld& world) {
  const auto reader = world.lane();
  const auto before = tip_of(*reader);
  const auto commits = three_commits();
  const auto tips = append(*world.lane(), commits);
  Verdict v;
  v.expect(tip_of(*reader)->tip() == tips.back(), "a handle that had read before sees what another appended");
  v.expect(ids_of(*tip_of(*world.lane())) == ids_of(commits), "a new handle sees what another appended");
  return v;
}

std::string bytes_are_kept(LaneWorld& world) {
  Story story;
  const Commit commit = story.tell({{"job/contract:digest", "receipt", {{"z", 1}, {"a", "ü\u2028\"\\\n"}}}});
  append(*world.lane(), {commit});
  const auto found = tip_of(*world.lane())->find(commit.events[0].id.str());
  Verdict v;
  v.expect(static_cast<bool>(found), "the event is found by its id");
  if (found) v.expect(found->event.bytes == commit.events[0].bytes, "its bytes are those that were sealed");
  return v;
}

std::string order_is_kept(LaneWorld& world) {
  Story story;
  std::vector<Story::Line> lines;
  for (int i = 0; i < 20; ++i) lines.push_back({i % 2 == 0 ? "job/contract:b" : "job/contract:a", "receipt"});
  const Commit commit = story.tell(lines);
  append(*world.lane(), {commit});
  return Verdict().expect(ids_of(*tip_of(*world.lane())) == ids_of({commit}),
                          "the events of a commit come in its order");
}

std::string commit_is_whole(LaneWorld& world) {
  const auto commits = three_commits();
  const auto tips = append(*world.lane(), commits);
  const auto view = tip_of(*world.lane());
  Verdict v;
  v.expect(tips[0].count == 2 && tips[1].count == 4, "each tip counts its events");
  v.expect(ids_of(*view).size() == 6, "every event of every commit is there");
  return v;
}

std::string places_are_told(LaneWorld& world) {
  const auto commits = three_commits();
  const auto tips = append(*world.lane(), commits);
  Verdict v;
  std::uint64_t next = 0;
  tip_of(*world.lane())->for_each([&](const Placed& placed) {
    const std::string id = placed.event.id.str();
    v.expect(placed.number == next, "numbers start at 0 and have no gaps");
    v.expect(placed.file == "events/00/00/0" + std::to_string(next) + "-" + id.substr(0, 16) + ".json",
             "the file is named for its place");
    v.expect(placed.commit == tips[next / 2].commit, "the commit is the one that added it");
    ++next;
  });
  return v.expect(next == 6, "every event has a place");
}

std::string stale_tip(LaneWorld& world) {
  const auto lane = world.lane();
  Story story;
  const Commit first = story.tell();
  Story rival;
  rival.stamp().at += Seconds(5);
  const Commit other = rival.tell({{"machine/k3v7q2m5x4ba", "daemon.paused"}});
  const auto tips = append(*lane, {first});
  Verdict v;
  v.expect(refused(lane->append(Tip{}, other), ErrorKind::conflict),
           "a lane that has moved on refuses the old tip");
  v.expect(refused(world.lane()->append(Tip{std::string(40, 'a'), 1}, other), ErrorKind::conflict),
           "an invented tip is refused");
  v.expect(refused(world.lane()->append(Tip{tips[0].commit, 2}, other), ErrorKind::conflict),
           "a wrong count is refused");
  v.expect(ids_of(*tip_of(*world.lane())) == ids_of({first}), "nothing was written");
  return v;
}

std::string chain_is_kept(LaneWorld& world) {
  Story story;
  const Commit first = story.tell();
  const Commit second = story.tell();
  const Commit third = story.tell();
  const auto lane = world.lane();
  const auto tips = append(*lane, {first});
  Verdict v;
  v.expect(refused(lane->append(tips[0], third), ErrorKind::internal),
           "an event whose predecessor is missing is refused");
  v.expect(refused(lane->append(tips[0], Commit{"x", first.stamp, first.events}), ErrorKind::internal),
           "an event is not taken twice");
  v.expect(ids_of(*tip_of(*world.lane())) == ids_of({first}), "nothing was written");
  v.expect(static_cast<bool>(lane->append(tips[0], second)), "what comes next is taken");
  return v;
}

std::string bytes_are_checked(LaneWorld& world) {
  Story story;
  Commit commit = story.tell();
  commit.events[0].bytes += " ";
  Verdict v;
  v.expect(refused(world.lane()->append(Tip{}, commit), ErrorKind::internal),
           "bytes that are not the event are refused");
  v.expect(refused(world.lane()->append(Tip{}, Commit{"x", commit.stamp, {}}), ErrorKind::internal),
           "a commit without events is refused");
  v.expect(tip_of(*world.lane())->tip() == Tip{}, "nothing was written");
  return v;
}

std::string time_never_decreases(LaneWorld& world) {
  Story story;
  const auto tips = append(*world.lane(), {story.tell()});
  Story earlier;
  earlier.stamp().at -= Seconds(60);
  const auto older = world.lane()->append(tips[0], earlier.tell({{"machine/k3v7q2m5x4ba", "daemon.paused"}}));
  return Verdict().expect(refused(older, ErrorKind::internal), "a commit older than the lane is refused");
}

std::string view_is_immutable(LaneWorld& world) {
  Story story;
  const auto lane = world.lane();
  const Commit first = story.tell();
  const auto tips = append(*lane, {first});
  const auto view = tip_of(*lane);
  const Commit second = story.tell({{"job/contract:digest", "receipt"}, {"machine/k3v7q2m5x4ba", "daemon.paused"}});
  if (!lane->append(tips[0], second)) return "append failed";
  Verdict v;
  v.expect(view->tip() == tips[0] && ids_of(*view) == ids_of({first}), "a view does not grow");
  v.expect(view->head(first.events[0].stream).seq == 1, "a view keeps its heads");
  v.expect(view->streams().size() == 1, "a view gets no new streams");
  v.expect(refused(view->find(second.events[0].id.str()), ErrorKind::usage), "a view finds nothing newer");
  v.expect(view->newest_at() == first.stamp.at, "a view keeps its time");
  return v;
}

std::string streams_replay(LaneWorld& world) {
  const auto commits = three_commits();
  append(*world.lane(), commits);
  const auto view = tip_of(*world.lane());
  const StreamName job("job", "contract:digest");
  const auto seqs = [&](std::uint64_t after) {
    std::vector<std::uint64_t> seen;
    const auto result = view->replay(job, after, [&](const Placed& placed) { seen.push_back(placed.event.seq); });
    return result ? seen : std::vector<std::uint64_t>{99};
  };
  using Seqs = std::vector<std::uint64_t>;
  Verdict v;
  v.expect(view->streams() == std::vector<StreamName>{{"contract", "digest"}, job, {"machine", "k3v7q2m5x4ba"}},
           "streams are listed in order");
  v.expect(seqs(0) == Seqs{1, 2, 3, 4}, "a stream is replayed from its start");
  v.expect(seqs(2) == Seqs{3, 4} && seqs(4).empty() && seqs(9).empty(), "a stream is replayed from where one was");
  v.expect(view->head(job).seq == 4 && view->head(job).id == commits[2].events[1].id, "the head is the last event");
  v.expect(static_cast<bool>(view->replay(StreamName("job", "none"), 0, [](const Placed&) {})),
           "an unknown stream is empty");
  return v;
}

std::string keys_are_found(LaneWorld& world) {
  const auto commits = three_commits();
  append(*world.lane(), commits);
  const auto view = tip_of(*world.lane());
  const StreamName job("job", "contract:digest");
  const auto found = view->newest_with_key(job, "receipt", "k1");
  Verdict v;
  v.expect(found && found->event.id == commits[2].events[1].id, "the newest event with the key is found");
  v.expect(!view->newest_with_key(job, "lease.acquired", "k1"), "another type does not match");
  v.expect(!view->newest_with_key(job, "receipt", "k2"), "another key does not match");
  v.expect(!view->newest_with_key(StreamName("job", "contract:other"), "receipt", "k1"),
           "another stream does not match");
  return v;
}

std::string prefixes_are_found(LaneWorld& world) {
  const auto commits = three_commits();
  append(*world.lane(), commits);
  const auto view = tip_of(*world.lane());
  const std::string id = commits[1].events[0].id.str();
  const auto found = view->find(id.substr(0, 7));
  Verdict v;
  v.expect(found && found->event.id.str() == id && found->number == 2, "seven digits name an event");
  for (const std::string& bad :
       {id.substr(0, 6), std::string("0123456789"), id + "0", std::string("not hex"), std::string()}) {
    v.expect(refused(view->find(bad), ErrorKind::usage), "\"" + bad + "\" names none");
  }
  return v;
}

std::string past_by_time(LaneWorld& world) {
  const auto commits = three_commits();
  const auto lane = world.lane();
  const auto tips = append(*lane, commits);
  const auto at = [&](Millis offset) { return lane->as_of(commits[1].stamp.at + offset); };
  Verdict v;
  const auto exact = at(Millis(0));
  v.expect(exact && (*exact)->tip() == tips[1], "a time includes the commit of that millisecond");
  const auto before = at(Millis(-1));
  v.expect(before && (*before)->tip() == tips[0], "a millisecond earlier excludes it");
  const auto after = at(Millis(999));
  v.expect(after && (*after)->tip() == tips[1], "until the next commit nothing changes");
  const auto last = lane->as_of(far_future);
  v.expect(last && (*last)->tip() == tips[2], "the future is now");
  v.expect(refused(lane->as_of(commits[0].stamp.at - Millis(1)), ErrorKind::usage),
           "nothing is older than the first");
  if (exact) v.expect(ids_of(**exact) == ids_of({commits[0], commits[1]}), "the past holds what was there then");
  return v;
}

std::string past_by_name(LaneWorld& world) {
  const auto commits = three_commits();
  const auto lane = world.lane();
  const auto tips = append(*lane, commits);
  Verdict v;
  const auto by_commit = lane->as_of(AtCommit{tips[1].commit.substr(0, 7)});
  v.expect(by_commit && (*by_commit)->tip() == tips[1], "a commit's prefix names its moment");
  const auto by_event = lane->as_of(AtEvent{commits[1].events[0].id.str().substr(0, 12)});
  v.expect(by_event && (*by_event)->tip() == tips[1], "an event's prefix names the moment of its commit");
  v.expect(refused(lane->as_of(AtCommit{tips[1].commit.substr(0, 6)}), ErrorKind::usage), "six digits are too few");
  v.expect(refused(lane->as_of(AtCommit{std::string(40, 'f')}), ErrorKind::usage),
           "a commit of elsewhere is refused");
  v.expect(refused(lane->as_of(AtEvent{std::string(64, 'f')}), ErrorKind::usage),
           "an event of elsewhere is refused");
  return v;
}

std::string one_winner(LaneWorld& world) {
  Story story;
  const auto tips = append(*world.lane(), {story.tell()});
  constexpr int rivals = 8;
  std::atomic<int> won{0};
  std::atomic<int> lost{0};
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < rivals; ++i) {
    Story own;
    own.stamp().at += Seconds(10);
    threads.emplace_back([&, lane = std::shared_ptr<Lane>(world.lane()),
                          commit = own.tell({{"machine/rival" + std::to_string(i), "daemon.paused"}})] {
      ++ready;
      while (ready < rivals) std::this_thread::yield();
      const auto appended = lane->append(tips[0], commit);
      if (appended) ++won;
      if (refused(appended, ErrorKind::conflict)) ++lost;
    });
  }
  for (std::thread& thread : threads) thread.join();
  Verdict v;
  v.expect(won == 1, std::to_string(won) + " of 8 appends to one tip won");
  v.expect(lost == rivals - 1, "all others are told that they lost");
  v.expect(tip_of(*world.lane())->tip().count == 2, "one event was added");
  return v;
}

const By ada{"k3v7q2m5x4ba", "ada", "daemon", "0.1.0"};
const Instant november = Instant(Millis(1796029330118));

SealedBody body(const std::string& text) {
  return seal_body("text/markdown", std::string(32, 'a'), text);
}

std::string bodies_are_kept(LaneWorld& world) {
  const std::vector<SealedBody> bodies{body("one"), body("two")};
  Verdict v;
  v.expect(static_cast<bool>(world.bodies()->keep(november, ada, bodies)), "bodies are kept");
  for (const SealedBody& kept : bodies) {
    const auto found = world.bodies()->find(november, kept.ref);
    v.expect(found && *found, "another handle finds each");
    if (found && *found) v.expect((*found)->text == (kept.ref == bodies[0].ref ? "one" : "two"), "with its text");
  }
  return v;
}

std::string bodies_again(LaneWorld& world) {
  const std::vector<SealedBody> first{body("one")};
  const std::vector<SealedBody> more{body("one"), body("two")};
  Verdict v;
  v.expect(static_cast<bool>(world.bodies()->keep(november, ada, first)), "a body is kept");
  v.expect(static_cast<bool>(world.bodies()->keep(november, ada, more)), "one that is there may be given again");
  v.expect(static_cast<bool>(world.bodies()->keep(november, ada, {})), "none may be given");
  for (const SealedBody& kept : more) {
    const auto found = world.bodies()->find(november, kept.ref);
    v.expect(found && found->has_value(), "nothing is forgotten for it");
  }
  return v;
}

std::string bodies_elsewhere(LaneWorld& world) {
  const std::vector<SealedBody> bodies{body("one")};
  if (!world.bodies()->keep(november, ada, bodies)) return "a body is not kept";
  const auto december = world.bodies()->find(november + std::chrono::hours(24), bodies[0].ref);
  const auto other = world.bodies()->find(november, body("two").ref);
  Verdict v;
  v.expect(december && !*december, "a body is looked for in the month of its event only");
  v.expect(other && !*other, "a body that was never kept is not there");
  auto wrong_size = bodies[0].ref;
  ++wrong_size.bytes;
  v.expect(refused(world.bodies()->find(november, wrong_size), ErrorKind::damaged),
           "one of another size is damaged");
  return v;
}

}  // namespace

const std::vector<LaneCheck>& lane_contract() {
  static const std::vector<LaneCheck> checks{
      {"a lane that was never written is empty", empty_at_first},
      {"what is appended is read back", append_is_read_back},
      {"what one handle appends, another reads", other_handle_reads},
      {"an event's bytes are those that were sealed", bytes_are_kept},
      {"the events of a commit keep their order", order_is_kept},
      {"a commit is there whole", commit_is_whole},
      {"every event tells its place", places_are_told},
      {"a stale tip is refused and nothing is written", stale_tip},
      {"an event that does not come next in its stream is refused", chain_is_kept},
      {"bytes that are not the event are refused", bytes_are_checked},
      {"times in a lane never decrease", time_never_decreases},
      {"a view never changes", view_is_immutable},
      {"a stream is replayed from where one was", streams_replay},
      {"the newest event with a key is found", keys_are_found},
      {"a prefix names one event or none", prefixes_are_found},
      {"as of a time: up to the last commit not after it", past_by_time},
      {"as of a commit or an event", past_by_name},
      {"of eight appends to one tip exactly one wins", one_winner},
      {"a body is found again by its digest", bodies_are_kept},
      {"a body may be kept twice", bodies_again},
      {"a body is found only where it was kept, and only whole", bodies_elsewhere},
  };
  return checks;
}

const LaneCheck& lane_check(const std::string& name) {
  for (const LaneCheck& check : lane_contract()) {
    if (check.name == name) return check;
  }
  throw std::logic_error("no check of the contract is named: " + name);
}

}  // namespace hz::test
