// One kind of damage, one short test: what stops, what goes on, and what the person reads.
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "ledger/lane/history.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forge.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/story.hpp"

namespace hz {
namespace {

using test::Forge;

const StreamName job("job", "contract:digest");
const StreamName machine("machine", "k3v7q2m5x4ba");

/// Three commits: number 0 and 2 are of the job, 1 and 3 of the machine, 4 of the job.
struct Written {
  test::GitWorld world;
  test::Story story;
  std::vector<Sealed> events;
  std::vector<Tip> tips;

  Written() {
    const auto lane = world.lane();
    for (const auto& lines : std::vector<std::vector<test::Story::Line>>{
             {{job.str(), "lease.acquired"}, {machine.str(), "daemon.paused"}},
             {{job.str(), "receipt"}, {machine.str(), "daemon.resumed"}},
             {{job.str(), "lease.released"}}}) {
      const Commit commit = story.tell(lines);
      tips.push_back(*lane->append(tips.empty() ? Tip{} : tips.back(), commit));
      events.insert(events.end(), commit.events.begin(), commit.events.end());
    }
  }

  [[nodiscard]] std::string file(std::size_t number) const { return event_file(number, events[number].id); }
  [[nodiscard]] EventTrailer trailer(std::size_t number) const {
    return {number, events[number].stream, events[number].seq, events[number].id};
  }
  [[nodiscard]] std::shared_ptr<const View> view() { return *world.lane()->at_tip(); }
  [[nodiscard]] Error error() { return world.lane()->at_tip().error(); }
};

Result<void> replay(const View& view, const StreamName& stream, std::vector<std::uint64_t>& seqs) {
  return view.replay(stream, 0, [&](const Placed& placed) { seqs.push_back(placed.event.seq); });
}

Error event_error(const Damage& damage) {
  return {ErrorKind::damaged,
          fmt::format("the chain of {} breaks at event {} (seq {})", damage.stream.str(), damage.id.substr(0, 12),
                      damage.seq),
          fmt::format("{} in commit {}: {}.", damage.file, damage.commit.substr(0, 12), damage.what),
          fmt::format("Only {} stops here. Nothing was repaired.", damage.stream.str()), "hz audit verify"};
}

Error lane_error(const git::Oid& commit, const std::string& why) {
  return {ErrorKind::damaged,
          fmt::format("the lane {} is damaged at commit {}", test::GitWorld::ref, commit.shown()), why,
          "Nothing was repaired, and nothing is written to this lane.", "hz audit verify"};
}

/// The second event of the job (number 2) is damaged by `what`; the machine's stream goes on.
void check_only_the_job_stops(Written& written, const std::string& what) {
  const auto view = written.view();
  REQUIRE(view->damages().size() == 1);
  const Damage& damage = view->damages()[0];
  CHECK(damage.stream == job);
  CHECK(damage.seq == 2);
  CHECK(damage.number == 2);
  CHECK(damage.file == written.file(2));
  CHECK(damage.id == written.events[2].id.str());
  CHECK_THAT(damage.what, Catch::Matchers::StartsWith(what));

  std::vector<std::uint64_t> seqs;
  const auto broken = replay(*view, job, seqs);
  REQUIRE_FALSE(broken);
  CHECK(broken.error() == event_error(damage));
  CHECK(seqs == std::vector<std::uint64_t>{1});
  CHECK(view->head(job).seq == 1);

  seqs.clear();
  CHECK(replay(*view, machine, seqs));
  CHECK(seqs == std::vector<std::uint64_t>{1, 2});
  CHECK(view->streams() == std::vector<StreamName>{job, machine});
}

}  // namespace

TEST_CASE("a flipped byte in an event's object stops its stream only") {
  Written written;
  test::flip_byte(test::loose_file(written.world, Forge(written.world).blob_at(written.file(2))));
  check_only_the_job_stops(written, "the file cannot be read (");
}

TEST_CASE("an event's object that is gone stops its stream only") {
  Written written;
  std::filesystem::remove(test::loose_file(written.world, Forge(written.world).blob_at(written.file(2))));
  check_only_the_job_stops(written, "the file cannot be read (");
}

TEST_CASE("an event's object that is empty stops its stream only") {
  Written written;
  std::filesystem::resize_file(test::loose_file(written.world, Forge(written.world).blob_at(written.file(2))), 0);
  check_only_the_job_stops(written, "the file cannot be read (");
}

TEST_CASE("an event that was rewritten in the tree stops its stream only") {
  Written written;
  Forge forge(written.world);
  forge.put_tree(forge.tree_with({{written.file(2), forge.blob("{}")}}));
  check_only_the_job_stops(written, "the file's bytes do not hash to its id");
}

TEST_CASE("two events that were swapped stop both their streams") {
  Written written;
  Forge forge(written.world);
  forge.put_tree(forge.tree_with(
      {{written.file(2), forge.blob_at(written.file(3))}, {written.file(3), forge.blob_at(written.file(2))}}));
  const auto view = written.view();
  REQUIRE(view->damages().size() == 2);
  CHECK(view->damages()[0].what == "the file's bytes do not hash to its id");
  CHECK(view->damages()[1].what == "the file's bytes do not hash to its id");
}

TEST_CASE("a damaged stream is not written to, the others are") {
  Written written;
  test::flip_byte(test::loose_file(written.world, Forge(written.world).blob_at(written.file(2))));
  const auto lane = written.world.lane();
  const auto view = *lane->at_tip();
  const auto refused = lane->append(view->tip(), written.story.tell({{job.str(), "receipt"}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == event_error(view->damages()[0]));
  CHECK(lane->append(view->tip(), written.story.tell({{machine.str(), "daemon.paused"}})));
}

TEST_CASE("an event whose bytes are not canonical is damaged although they hash to its id") {
  Written written;
  const std::string bytes = written.events[4].bytes + "\n";
  const EventId id(sha256_hex(bytes));
  Forge(written.world).add({{{5, job, 4, id}, bytes}});
  CHECK(written.view()->damages().at(0).what == fmt::format("not canonical at byte {}", bytes.size() - 1));
}

TEST_CASE("an event that belongs elsewhere than its commit says is damaged") {
  Written written;
  const Sealed next = written.story.tell({{job.str(), "receipt"}}).events[0];
  SECTION("another stream") {
    Forge(written.world).add({{{5, machine, 3, next.id}, next.bytes}});
    CHECK(written.view()->damages().at(0).what == "it is an event of job/contract:digest");
  }
  SECTION("another seq") {
    Forge(written.world).add({{{5, job, 9, next.id}, next.bytes}});
    CHECK(written.view()->damages().at(0).what == "it says seq 4");
  }
  SECTION("a gap in the stream") {
    const Sealed after = written.story.tell({{job.str(), "receipt"}}).events[0];
    Forge(written.world).add({{{5, job, 5, after.id}, after.bytes}});
    CHECK(written.view()->damages().at(0).what == "it has number 5 where 4 was expected");
  }
  SECTION("another predecessor: a fork") {
    Stamp stamp = written.story.stamp();
    const Sealed fork = *seal(stamp, job, Head{3, written.events[0].id}, Draft{"receipt", Json::object()});
    Forge(written.world).add({{{5, job, 4, fork.id}, fork.bytes}});
    CHECK(written.view()->damages().at(0).what == fmt::format("it follows {} where {} was expected",
                                                              written.events[0].id.shown(),
                                                              written.events[4].id.shown()));
  }
}

TEST_CASE("an event of an unknown kind of stream and of unknown members is kept as it is") {
  Written written;
  const std::string bytes =
      R"({"at":"2026-11-30T09:02:20.118Z","by":{"machine":"m","person":"p","version":"9","via":"cli"},"data":{},"main":null,)"
      R"("new":[1],"prev":null,"seq":1,"stream":"weather/berlin","type":"rained","v":7})";
  const EventId id(sha256_hex(bytes));
  Forge(written.world).add({{{5, StreamName("weather", "berlin"), 1, id}, bytes}});
  const auto view = written.view();
  CHECK(view->damages().empty());
  CHECK(view->find(id.str())->event.bytes == bytes);
}

TEST_CASE("a file that no commit added damages the lane") {
  Written written;
  Forge forge(written.world);
  const auto commit = forge.put_tree(forge.tree_with({{"events/00/00/notes.txt", forge.blob("hello")}}));
  CHECK(written.error() == lane_error(commit, "Its tree holds events/00/00/notes.txt, which no commit added."));
}

TEST_CASE("an event's file that is missing from the tree damages the lane") {
  Written written;
  Forge forge(written.world);
  const auto commit = forge.put_tree(forge.tree_with({{written.file(1), std::nullopt}}));
  CHECK(written.error() == lane_error(commit, fmt::format("Its tree lacks {}, which commit {} added.",
                                                          written.file(1), written.tips[0].commit.substr(0, 12))));
}

TEST_CASE("a commit that changes or removes what was there damages the lane for whoever had read it") {
  Written written;
  const auto reader = written.world.lane();
  REQUIRE(reader->at_tip());
  Forge forge(written.world);
  const Sealed next = written.story.tell({{job.str(), "receipt"}}).events[0];
  auto forged = forge.commit(forge.tip());
  forged.parents = {forge.tip()};
  forged.message = write_message("forged", std::vector<EventTrailer>{{5, job, 4, next.id}});
  const std::string file = event_file(5, next.id);
  SECTION("changed") {
    forged.tree = forge.tree_with({{file, forge.blob(next.bytes)}, {written.file(0), forge.blob("{}")}});
    const auto commit = forge.put(forged);
    CHECK(reader->at_tip().error() == lane_error(commit, written.file(0) + " was changed."));
  }
  SECTION("removed") {
    forged.tree = forge.tree_with({{file, forge.blob(next.bytes)}, {written.file(0), std::nullopt}});
    const auto commit = forge.put(forged);
    CHECK(reader->at_tip().error() == lane_error(commit, written.file(0) + " was removed."));
  }
}

TEST_CASE("a dropped commit leaves a gap in the lane's numbers") {
  Written written;
  Forge forge(written.world);
  auto last = forge.commit(forge.tip());
  last.parents = {*git::Oid::from_hex(written.tips[0].commit)};
  last.tree = forge.tree_with({{written.file(2), std::nullopt}, {written.file(3), std::nullopt}});
  const auto commit = forge.put(last);
  CHECK(written.error() == lane_error(commit, "It calls its event 4 where 2 is next."));
}

TEST_CASE("a commit that says something else than a lane's commit damages the lane") {
  Written written;
  Forge forge(written.world);
  auto forged = forge.commit(forge.tip());
  const auto says = [&](const std::string& message) {
    forged.message = message;
    return forge.put(forged);
  };
  SECTION("no trailers") {
    const auto commit = says("rewritten\n\nby hand\n");
    CHECK(written.error() == lane_error(commit, "Line 3 of its message is no trailer."));
  }
  SECTION("no events") {
    const auto commit = says("rewritten\n\nNote: x\n");
    CHECK(written.error() == lane_error(commit, "It adds no event."));
  }
  SECTION("no shape at all") {
    const auto commit = says("rewritten\n");
    CHECK(written.error() == lane_error(commit, "Its message is not a subject, an empty line and trailers."));
  }
}

TEST_CASE("a merge damages the lane") {
  Written written;
  Forge forge(written.world);
  auto forged = forge.commit(forge.tip());
  forged.parents.push_back(*git::Oid::from_hex(written.tips[0].commit));
  const auto commit = forge.put(forged);
  CHECK(written.error() == lane_error(commit, "It is a merge."));
}

TEST_CASE("a tree that cannot be read damages the lane, and the message names the tree") {
  Written written;
  const auto forge = Forge(written.world);
  const auto tree = forge.commit(forge.tip()).tree;
  std::filesystem::remove(test::loose_file(written.world, tree));
  const Error error = written.error();
  CHECK(error.what == lane_error(forge.tip(), "").what);
  CHECK_THAT(error.why,
             Catch::Matchers::StartsWith(fmt::format("Tree {} of the ledger cannot be read: ", tree.shown())));
}

TEST_CASE("a commit that cannot be read damages the lane, and the message names the commit") {
  Written written;
  const auto commit = *git::Oid::from_hex(written.tips[1].commit);
  test::flip_byte(test::loose_file(written.world, commit));
  CHECK(written.error().kind == ErrorKind::damaged);
  CHECK(written.error().what == fmt::format("the lane {} is damaged: commit {} of the ledger cannot be read",
                                            test::GitWorld::ref, commit.shown()));
}

TEST_CASE("a ref that was cut to nothing is damage, never an empty lane") {
  Written written;
  std::filesystem::resize_file(written.world.path() + "/" + test::GitWorld::ref, 0);
  CHECK(written.error().kind == ErrorKind::damaged);
  CHECK(written.error().what == test::GitWorld::ref + " cannot be read");
  CHECK_FALSE(written.world.lane()->append(Tip{}, written.story.tell()));
}

TEST_CASE("nothing is appended to a damaged lane") {
  Written written;
  Forge forge(written.world);
  const auto commit = forge.put_tree(forge.tree_with({{"x", forge.blob("hello")}}));
  const auto refused =
      written.world.lane()->append(Tip{commit.hex(), 5}, written.story.tell({{machine.str(), "daemon.paused"}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == lane_error(commit, "Its tree holds x, which no commit added."));
}

TEST_CASE("a lane whose ref went elsewhere is read anew") {
  Written written;
  const auto reader = written.world.lane();
  REQUIRE((*reader->at_tip())->tip().count == 5);
  test::output_of(written.world.git() + "update-ref " + test::GitWorld::ref + " " + written.tips[0].commit);
  const auto view = *reader->at_tip();
  CHECK(view->tip() == written.tips[0]);
  CHECK(view->streams().size() == 2);
}

TEST_CASE("a history shows what a commit did to the files, whatever it says") {
  Written written;
  Forge forge(written.world);
  auto forged = forge.commit(forge.tip());
  forged.parents = {forge.tip()};
  forged.tree = forge.tree_with(
      {{written.file(0), std::nullopt}, {written.file(1), forge.blob("{}")}, {"x", forge.blob("x")}});
  forged.message = "quiet\n";
  const auto id = forge.put(forged);
  const auto history = *History::open(written.world.path());
  std::vector<std::string> last;
  CHECK(history.walk(id, [&](const HistoryCommit& commit) {
    last.clear();
    for (const TreeChange& change : *commit.changes) {
      last.push_back(change.path + (change.is_added() ? " added" : change.after ? " changed" : " removed"));
    }
  }));
  CHECK(last == std::vector<std::string>{written.file(0) + " removed", written.file(1) + " changed", "x added"});
}

}  // namespace hz
