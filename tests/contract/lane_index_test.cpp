// An index is a projection: whatever happens to its file, the answers are those of the lane.
#include <filesystem>
#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/forge.hpp"
#include "tests/support/story.hpp"
#include "tests/support/view_twin.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;

/// A lane of three jobs, whose events name each other and have keys.
struct Told {
  test::IndexedWorld world;
  test::Story story;
  Tip tip;

  explicit Told(int commits = 12) {
    const auto lane = world.lane();
    for (int i = 0; i < commits; ++i) append(*lane);
  }

  void append(Lane& lane) {
    const int i = told_++;
    const std::string job = "job/contract:" + std::string(1, static_cast<char>('a' + i % 3));
    const Json against = last_.empty() ? Json(nullptr) : Json(last_);
    const Commit commit =
        story.tell({{job, "lease.acquired", {{"nonce", i}}},
                    {job, "receipt", {{"key", "k" + std::to_string(i % 5)}, {"against", against}}}});
    last_ = commit.events.back().id.str();
    const auto next = lane.append(tip, commit);
    REQUIRE(next);
    tip = *next;
  }

  /// What the lane answers without any index.
  [[nodiscard]] std::shared_ptr<const View> plain(const Tip& at) const {
    return *read_plainly(*world.ledger(), test::GitWorld::ref, at);
  }
  [[nodiscard]] std::shared_ptr<const View> plain() const { return plain(tip); }

 private:
  int told_ = 0;
  std::string last_;
};

void overwrite(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

TEST_CASE("a view through an index answers what the lane answers, now and as of every event") {
  Told told;
  const auto lane = told.world.lane();
  CHECK(test::difference(*told.plain(), **lane->at_tip()) == "");
  told.plain()->for_each([&](const Placed& placed) {
    const Moment moment = AtEvent{placed.event.id.str()};
    const auto then = lane->as_of(moment);
    REQUIRE(then);
    CHECK(test::difference(*told.plain((*then)->tip()), **then) == "");
    CHECK((*lane->as_of(placed.event.at))->tip() == (*then)->tip());
    CHECK((*lane->as_of(AtCommit{placed.commit}))->tip() == (*then)->tip());
  });
  CHECK(lane->remarks().empty());
}

TEST_CASE("a view stays what it was while the lane grows") {
  Told told;
  const auto lane = told.world.lane();
  const auto view = *lane->at_tip();
  const Tip before = told.tip;
  told.append(*lane);
  CHECK(test::difference(*told.plain(before), *view) == "");
}

TEST_CASE("an index that is gone, cut, overwritten or of another version is made anew") {
  const std::string harm = GENERATE("gone", "only its log is left", "empty", "cut", "zeroes", "text", "newer");
  INFO(harm);
  Told told;
  const std::string file = told.world.index();
  if (harm == "gone") fs::remove_all(fs::path(file).parent_path());
  if (harm == "only its log is left") {
    overwrite(file + "-wal", std::string(8192, 'w'));
    fs::remove(file);
  }
  if (harm == "empty") overwrite(file, "");
  if (harm == "cut") fs::resize_file(file, fs::file_size(file) / 2);
  if (harm == "zeroes") overwrite(file, std::string(65536, '\0'));
  if (harm == "text") overwrite(file, std::string(65536, 'x'));
  if (harm == "newer") sqlite::Database(file).run("PRAGMA user_version = 99");
  const auto lane = told.world.lane();
  CHECK(test::difference(*told.plain(), **lane->at_tip()) == "");
  told.append(*lane);
  CHECK(test::difference(*told.plain(), **told.world.lane()->at_tip()) == "");
}

TEST_CASE("where no index can be, the lane is read itself, and the person is told") {
  Told told;
  const std::string file = told.world.index();
  fs::remove_all(fs::path(file).parent_path());
  fs::create_directories(file);  // a folder in its place
  const auto lane = told.world.lane();
  CHECK(test::difference(*told.plain(), **lane->at_tip()) == "");
  told.append(*lane);
  CHECK(test::difference(*told.plain(), **lane->at_tip()) == "");
  CHECK(lane->remarks().empty());
  REQUIRE(told.world.warnings.size() == 1);
  CHECK_THAT(told.world.warnings[0],
             Catch::Matchers::StartsWith("The index cannot be used, so answers take longer: " + file +
                                         " cannot be used: "));
}

TEST_CASE("a view whose index is made anew or damaged in the middle goes on from the lane") {
  const std::string harm = GENERATE("made anew", "its table is gone");
  INFO(harm);
  Told told;
  const auto lane = told.world.lane();
  const auto view = *lane->at_tip();
  const Tip before = told.tip;
  sqlite::Database other(told.world.index());
  if (harm == "made anew") other.run("UPDATE lanes SET id = id + 7");
  if (harm == "its table is gone") other.run("DROP TABLE events");
  CHECK(test::difference(*told.plain(before), *view) == "");
}

TEST_CASE("a lane that was moved back or rewritten is read anew, and the person is told") {
  Told told;
  test::Forge forge(told.world);
  const git::Oid old_tip = forge.tip();
  git::CommitObject other = forge.commit(forge.commit(old_tip).parents.front());
  other.author.name = "eve";
  const git::Oid forged = forge.put(other);
  const auto lane = told.world.lane();
  const auto view = *lane->at_tip();
  CHECK(test::difference(*told.plain({forged.hex(), told.tip.count - 2}), *view) == "");
  REQUIRE(lane->remarks().size() == 1);
  CHECK(
      lane->remarks()[0] ==
      "The lane " + test::GitWorld::ref + " does not continue the commit " + old_tip.shown() +
          " up to which this machine had read it: it was moved back or rewritten. It was read anew; next: hz audit "
          "verify.");
  CHECK(told.world.lane()->remarks().empty());
}

TEST_CASE("an event that is damaged when it enters stops its stream in the index as in the lane") {
  Told told;
  fs::remove_all(fs::path(told.world.index()).parent_path());
  test::Story other;
  other.stamp().at = told.story.stamp().at;
  const Sealed stranger = other.tell({{"job/contract:b", "receipt", {{"key", "k9"}}}}).events.front();
  test::Forge forge(told.world);
  const git::Oid tip = forge.add({{{told.tip.count, stranger.stream, stranger.seq, stranger.id}, stranger.bytes}});
  const auto lane = told.world.lane();
  const auto view = *lane->at_tip();
  CHECK(view->damages().size() == 1);
  CHECK(test::difference(*told.plain({tip.hex(), told.tip.count + 1}), *view) == "");
}

TEST_CASE("a snapshot is kept for the history and the moments that it belongs to") {
  Told told;
  const auto lane = told.world.lane();
  const auto now = *lane->at_tip();
  const StreamName stream("job", "contract:a");
  const Head head = now->head(stream);
  now->keep(stream, "test 1", {head, "folded"});
  const auto kept = (*told.world.lane()->at_tip())->snapshot(stream, "test 1");
  REQUIRE(kept);
  CHECK(kept->bytes == "folded");
  CHECK(kept->head.id == head.id);
  CHECK_FALSE(now->snapshot(stream, "test 2"));
  CHECK_FALSE(now->snapshot(StreamName("job", "contract:b"), "test 1"));
  const Placed first = *now->find(now->select({{stream}, "", {}, 100}).events.back().event.id.str());
  CHECK_FALSE((*lane->as_of(AtEvent{first.event.id.str()}))->snapshot(stream, "test 1"));
}

}  // namespace hz
