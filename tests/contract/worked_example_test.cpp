#include "core/base/digest.hpp"
#include "ledger/lane/git_bodies.hpp"
#include "ledger/lane/git_lane.hpp"
#include "ledger/lane/history.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz {
namespace {

using test::output_of;

const std::string lane_ref = "refs/heads/hz/log/k3v7q2m5x4ba/1";

/// The example's events, those of one moment in one commit.
std::vector<Commit> example_commits() {
  std::vector<Commit> commits;
  for (const std::string& line : test::fixture_lines("worked-example/events.jsonl")) {
    Sealed event = *read_event(line);
    if (commits.empty() || commits.back().stamp.at != event.at) {
      commits.push_back({event.type + " of " + event.stream.str(), Stamp{event.at, event.by, event.main}, {}});
    }
    commits.back().events.push_back(std::move(event));
  }
  return commits;
}

Tip append_all(Lane& lane, const std::vector<Commit>& commits) {
  Tip tip;
  for (const Commit& commit : commits) tip = *lane.append(tip, commit);
  return tip;
}

}  // namespace

TEST_CASE("the worked example, appended, is read back by git with the ids that it prints") {
  const test::TempFolder folder;
  const std::string repository = folder.path("data/me.git");
  GitLane lane(std::make_shared<LedgerFolder>(repository, lane_ref), lane_ref);
  const auto commits = example_commits();
  const Tip tip = append_all(lane, commits);
  CHECK(tip.count == 14);

  const std::string git = "git -C " + repository + " ";
  CHECK(output_of(git + "cat-file blob hz/log/k3v7q2m5x4ba/1:events/00/00/00-1b02e5733d54a439.json | sha256sum") ==
        "1b02e5733d54a4399302f0ed6c0d1d0cbbf461c96bbcc2a917847377248f5350  -\n");
  CHECK(output_of(git + "rev-parse HEAD") == tip.commit + "\n");
  CHECK(output_of(git + "fsck --strict --full --no-progress") == "");
  CHECK(output_of(git + "log --format='%an <%ae> %at %s' --reverse | head -1") ==
        "ada <k3v7q2m5x4ba@hz.invalid> 1796029330 contract.changed of contract/digest\n");
  CHECK(output_of(git + "log -1 --format=%B | git interpret-trailers --parse") ==
        "Event: 13 machine/k3v7q2m5x4ba 2 9690fe5660ec626f" + commits.back().events.back().id.str().substr(16) +
            "\n");
}

TEST_CASE("the worked example is read back by another lane object as it was written") {
  const test::TempFolder folder;
  const auto ledger = std::make_shared<LedgerFolder>(folder.path("me.git"), lane_ref);
  GitLane written(ledger, lane_ref);
  const auto commits = example_commits();
  const Tip tip = append_all(written, commits);

  GitLane lane(std::make_shared<LedgerFolder>(folder.path("me.git"), lane_ref), lane_ref);
  const auto view = *lane.at_tip();
  CHECK(view->tip() == tip);
  CHECK(view->damages().empty());
  std::vector<std::string> lines;
  view->for_each([&](const Placed& placed) { lines.push_back(placed.event.bytes); });
  CHECK(lines == test::fixture_lines("worked-example/events.jsonl"));
  CHECK(view->head(StreamName("job", "contract:digest")).seq == 8);
  CHECK(view->newest_at() == commits.back().stamp.at);
}

TEST_CASE("the worked example's bodies lie under their digests and are found by the month of their event") {
  const test::TempFolder folder;
  const auto ledger = std::make_shared<LedgerFolder>(folder.path("me.git"), lane_ref);
  GitBodies bodies(ledger, MachineId("k3v7q2m5x4ba"));
  const Commit first = example_commits().front();
  std::vector<SealedBody> sealed;
  for (const std::string& line : test::fixture_lines("worked-example/bodies.jsonl")) {
    sealed.push_back({{line.size(), sha256_hex(line)}, line});
  }
  REQUIRE(sealed.size() == 4);
  CHECK(bodies.keep(first.stamp.at, first.stamp.by, sealed));

  CHECK(output_of("git -C " + ledger->path() + " ls-tree -r --name-only hz/body/2026-11/k3v7q2m5x4ba") ==
        "0a/0a187390ab0a6f185829dad89ee81edcd677ebea5ae6306a2ceb3d09846370a6.json\n"
        "66/662a64c55e5ba8d4f73d2311dded7c17b82a3f4f74b1ded23d3bf464bb21af54.json\n"
        "e2/e295e3e3543e7a4fa63f96c067ed92212150518db505dacfd9c06f31624fe495.json\n"
        "ff/ffd286a3a4c977ae97824fd2c0ddb7af8036b315e663853f66757f3f3487a5cd.json\n");
  CHECK((*bodies.find(first.stamp.at, sealed[1].ref))->text == "# News digest\n…\n");
  CHECK_FALSE(*bodies.find(first.stamp.at + std::chrono::hours(24), sealed[1].ref));
}

TEST_CASE("a history tells of every lane, commit by commit, what each says and what it did to the files") {
  const test::TempFolder folder;
  const auto ledger = std::make_shared<LedgerFolder>(folder.path("me.git"), lane_ref);
  GitLane lane(ledger, lane_ref);
  const auto commits = example_commits();
  append_all(lane, commits);
  output_of("git clone -q " + ledger->path() + " " + folder.path("clone"));

  for (const std::string& place : {ledger->path(), folder.path("clone"), folder.path("clone/.git")}) {
    const auto history = *History::open(place);
    const auto refs = *history.refs();
    REQUIRE(refs == std::vector<HistoryRef>{{lane_ref, lane_ref}});
    std::vector<std::string> said;
    std::vector<std::string> added;
    CHECK(history.walk(*history.tip(refs[0]), [&](const HistoryCommit& commit) {
      said.push_back(commit.message->subject);
      for (const TreeChange& change : *commit.changes) {
        CHECK(change.is_added());
        added.push_back(sha256_hex(*history.file(change.after->id, event_bytes_read_max)));
      }
    }));
    CHECK(said.size() == commits.size());
    CHECK(said.front() == commits.front().subject);
    std::vector<std::string> ids;
    for (const Commit& commit : commits) {
      for (const Sealed& event : commit.events) ids.push_back(event.id.str());
    }
    CHECK(added == ids);
  }
}

}  // namespace hz
