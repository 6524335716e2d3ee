#include "ledger/lane/git_lane.hpp"
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
  for (const std::string& line : testing::fixture_lines("worked-example/events.jsonl")) {
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
  CHECK(lines == testing::fixture_lines("worked-example/events.jsonl"));
  CHECK(view->head(StreamName("job", "contract:digest")).seq == 8);
  CHECK(view->newest_at() == commits.back().stamp.at);
}

}  // namespace hz
