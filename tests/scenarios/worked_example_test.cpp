// One private contract's life, event by event, under a fixed clock and entropy: docs/formats/worked-example.md is
// what this test tells, and fails when the two differ. HZ_REWRITE_GOLDEN=1 writes the page anew; the difference is
// reviewed.
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

#include "core/audit/meaning.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

using test::CrashPoint;
using test::exits;
using test::TickWorld;

const char* const digest = R"(---
name: digest
hz:
  title: News digest
  schedule: "0 * * * *"
  inputs:
    - {name: news, kind: feed, path: news.xml}
  runner: {command: [./digest.sh]}
  timeout: 10m
---
What is new, in one page.
)";

std::string feed(const std::vector<std::pair<std::string, std::string>>& items) {
  std::string text = "<rss version=\"2.0\"><channel><title>News</title>";
  for (const auto& [key, title] : items) {
    text += fmt::format("<item><guid>{0}</guid><title>{1}</title><link>https://example.org/{0}</link></item>", key,
                        title);
  }
  return text + "</channel></rss>";
}

/// The story so far as a page: each commit with its events, as they lie in the ledger.
class Page {
 public:
  explicit Page(TickWorld& world) : world_(world) {}
  void words(const std::string& text) { text_ += text + "\n\n"; }
  void heading(const std::string& text) { words("## " + text); }
  void said(const TickReport& report) {
    for (const std::string& line : TickWorld::lines(report)) words("The tick says: `" + line + "`");
    if (!report.message.empty()) words("The tick says: `" + report.message + "`");
  }
  /// The commits since the last call.
  void commits() {
    const auto events = world_.events();
    std::string commit;
    for (; event_ < events.size(); ++event_) {
      const Placed& placed = events[event_];
      if (placed.commit != commit) {
        if (!commit.empty()) close();
        commit = placed.commit;
        words(fmt::format("**Commit {}** `{}`", commit_ + 1, world_.subjects().at(commit_)));
        ++commit_;
        text_ += "| n | stream | seq | prev | type | id |\n|---|---|---|---|---|---|\n";
      }
      const std::string prev = placed.event.prev ? "`" + placed.event.prev->shown() + "…`" : "null";
      text_ += fmt::format("| {} | {} | {} | {} | {} | `{}…` |\n", placed.number, placed.event.stream.str(),
                           placed.event.seq, prev, placed.event.type, placed.event.id.str().substr(0, 16));
      pending_ += placed.event.bytes + "\n";
    }
    if (!commit.empty()) close();
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void close() {
    text_ += "\n```json\n" + pending_ + "```\n\n";
    pending_.clear();
  }
  TickWorld& world_;
  std::string text_, pending_;
  std::size_t event_ = 0, commit_ = 0;
};

std::string slots_table(const Json& document) {
  std::string text = "| slot (UTC) | state | why |\n|---|---|---|\n";
  for (const Json& line : document.at("items")) {
    text += fmt::format("| {} | {} | {} |\n", line.at("slot").get<std::string>(),
                        line.at("state").get<std::string>(), line.at("why").get<std::string>());
  }
  return text;
}

void compare_with_page(const std::string& text) {
  const std::string path = std::string(HZ_SOURCE) + "/docs/formats/worked-example.md";
  if (std::getenv("HZ_REWRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  CHECK(test::read_whole(path) == text);
}

}  // namespace

TEST_CASE("the worked example: the same events, members, slots and states, kills and pause included") {
  TickWorld world;
  Page page(world);
  page.words("# Worked example: one private contract, event by event");
  page.words(
      "`tests/scenarios/worked_example_test.cpp` tells this story with a clock and entropy that stand still, and "
      "compares it with this page. "
      "Machine `k3v7q2m5x4ba`, person `ada`, host `laptop`, zone Europe/Berlin (UTC+1), interval 5 minutes. What "
      "the members mean is in "
      "[event.md](event.md), [receipt.md](receipt.md) and [lane.md](lane.md).");
  page.words("The contract `digest.md`:\n\n```\n" + std::string(digest) + "```");

  page.heading("1. First tick, 09:02: rendered");
  world.contract("digest", digest);
  world.files.put("/contracts/news.xml",
                  feed({{"n1", "Lanterns return to the old town"}, {"n2", "River path reopens"}}));
  RunEnd ends = exits(0, "# News digest\n…\n");
  ends.took = Millis{412};
  world.programs.script({"./digest.sh"}, ends);
  TickReport report = world.at("2026-11-30T09:02:10.104Z").tick();
  page.commits();
  page.said(report);
  REQUIRE(report.well);
  REQUIRE(world.events().size() == 5);

  page.heading("2. Ticks until 10:02: nothing is due, then a slot is skipped before any lease");
  for (const char* time : {"2026-11-30T09:07:10.060Z", "2026-11-30T09:57:10.060Z"})
    CHECK(world.at(time).tick().events.empty());
  report = world.at("2026-11-30T10:02:10.060Z").tick();
  CHECK(report.events.empty());
  page.said(report);
  page.words(
      "No event. `state/skips/contract=3adigest.json`, until the stream's next event takes it along:\n\n```json\n" +
      world.state.files.at("skips/contract=3adigest.json") + "\n```");

  page.heading("3. A third item; the tick at 11:02 is killed in mid-run, the tick at 11:07 begins again");
  world.files.put("/contracts/news.xml", feed({{"n1", "Lanterns return to the old town"},
                                               {"n2", "River path reopens"},
                                               {"n3", "Night train to Graz"}}));
  world.programs.crash_during({"./digest.sh"});
  world.at("2026-11-30T11:02:10.090Z").tick_killed();
  page.commits();
  page.words(
      "11:02:10 `kill -9` of hz. Its keeper ends the run. The next tick finds lease 4 open and nothing of its run "
      "alive:");
  report = world.at("2026-11-30T11:07:10.077Z").tick();
  page.commits();
  page.said(report);
  CHECK(world.state.files.count("skips/contract=3adigest.json") == 0);

  page.heading("4. The schedule is edited to `30 * * * *`; tick at 11:22, slot at 11:30");
  world.at("2026-11-30T11:17:10.063Z").tick();
  std::string edited = digest;
  edited.replace(edited.find("0 * * * *"), 9, "30 * * * *");
  world.contract("digest", edited);
  world.at("2026-11-30T11:22:10.060Z").tick();
  page.commits();
  report = world.at("2026-11-30T11:32:10.060Z").tick();
  page.commits();
  page.said(report);

  page.heading("5. Pause at 11:50, resume at 13:10");
  world.at("2026-11-30T11:50:00.310Z");
  REQUIRE(world.call("system.daemon.pause"));
  page.commits();
  report = world.at("2026-11-30T12:32:10.060Z").tick();
  CHECK(report.status == "paused");
  page.said(report);
  world.at("2026-11-30T13:10:00.250Z");
  REQUIRE(world.call("system.daemon.resume"));
  page.commits();
  CHECK(world.at("2026-11-30T13:12:10.060Z").tick().events.empty());

  page.heading("6. Every slot, exactly once");
  world.at("2026-11-30T13:14:00.000Z");
  const auto slots =
      world.call("system.daemon.slots", {{"job", "contract:digest"}, {"since", "2026-11-30T08:00Z"}});
  REQUIRE(slots);
  CHECK(slots->well);
  page.words("`hz system daemon slots contract:digest --since 2026-11-30T08:00Z` at 13:14:\n\n" +
             slots_table(slots->document));

  compare_with_page(page.text());
  MeaningAudit audit;
  for (const Placed& placed : world.events()) CHECK(audit.take(placed).empty());
}

}  // namespace hz
