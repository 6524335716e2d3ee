#include "core/job/schedule.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/naive_cron.hpp"
#include "tests/support/zones.hpp"

using namespace hz;
using namespace hz::test;
using namespace std::chrono_literals;
using Texts = std::vector<std::string>;

namespace {

Texts texts(const std::vector<Slot>& slots) {
  Texts out;
  for (const Slot slot : slots) out.push_back(to_text(slot));
  return out;
}

Texts texts(const std::vector<HistorySlot>& slots) {
  Texts out;
  for (const HistorySlot& slot : slots) out.push_back(to_text(slot.slot));
  return out;
}

/// From `from` on; an empty text is no schedule.
ScheduleSpan span(const std::string& from, const std::string& text, CatchUp catch_up = CatchUp::latest) {
  static const auto utc = shared_zone("UTC");
  ScheduleSpan span;
  span.from = at(from);
  if (!text.empty()) span.cron = *Cron::parse(text);
  span.zone = utc;
  span.catch_up = catch_up;
  return span;
}

ScheduleSpan broken(ScheduleSpan span) {
  span.compiles = false;
  return span;
}

DueQuestion question(const std::string& newest_known, const std::string& now, std::vector<PauseSpan> pauses = {}) {
  return {newest_known.empty() ? std::nullopt : std::optional{slot(newest_known)}, at(now), std::move(pauses)};
}

}  // namespace

TEST_CASE("a new schedule starts at the later of the previous tick and one interval ago") {
  const Instant now = at("2026-10-26T09:02:00Z");
  CHECK(schedule_start(std::nullopt, now, 5min) == now - 5min);
  CHECK(schedule_start(now - 3min, now, 5min) == now - 3min);
  CHECK(schedule_start(now - 24h, now, 5min) == now - 5min);
  CHECK(schedule_start(now, now, 5min) == now);
  CHECK(schedule_start(now + 24h, now, 5min) == now - 5min);  // the clock went back
}

TEST_CASE("each entry of a history rules from its own start up to the next one's") {
  const ScheduleHistory history{span("2026-11-30T08:57:10Z", "0 * * * *"),
                                span("2026-11-30T11:17:10Z", "30 * * * *")};
  const auto slots = slots_of(history, at("2026-11-30T08:00Z"), at("2026-11-30T13:14Z"));
  CHECK(texts(slots) == Texts{"2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z", "2026-11-30T11:00:00Z",
                              "2026-11-30T11:30:00Z", "2026-11-30T12:30:00Z"});
  CHECK(slots[2].span == history.data());
  CHECK(slots[3].span == history.data() + 1);
  CHECK(texts(slots_of(history, at("2026-11-30T08:00Z"), at("2026-11-30T13:14Z"), 4)) ==
        Texts{"2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z", "2026-11-30T11:00:00Z", "2026-11-30T11:30:00Z"});
  CHECK(slots_of(history, at("2026-11-30T12:00Z"), at("2026-11-30T09:00Z")).empty());
  CHECK(slots_of({}, at("2026-11-30T08:00Z"), at("2026-11-30T13:14Z")).empty());
}

TEST_CASE("a slot at the very start of an entry belongs to the one before") {
  const ScheduleHistory history{span("2026-11-30T08:00Z", "0 * * * *"), span("2026-11-30T10:00Z", "0 10 * * *")};
  const auto slots = slots_of(history, at("2026-11-30T08:00Z"), at("2026-12-01T09:00Z"));
  CHECK(texts(slots) == Texts{"2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z"});
  CHECK(slots[1].span == history.data());
}

TEST_CASE("a clock that went back between two entries gives no slot to both") {
  const ScheduleHistory history{span("2026-11-30T08:30Z", "0 * * * *"), span("2026-11-30T11:30Z", "10 * * * *"),
                                span("2026-11-30T09:30Z", "20 * * * *")};
  CHECK(texts(slots_of(history, at("2026-11-30T08:00Z"), at("2026-11-30T12:30Z"))) ==
        Texts{"2026-11-30T09:00:00Z", "2026-11-30T10:20:00Z", "2026-11-30T11:20:00Z", "2026-11-30T12:20:00Z"});
}

TEST_CASE("a job that never ran is due from the start of its history on") {
  const ScheduleHistory history{span("2026-11-30T08:57:10Z", "0 * * * *")};
  const Due due = due_slots(history, question("", "2026-11-30T11:02Z"));
  CHECK(texts(due.run) == Texts{"2026-11-30T11:00:00Z"});
  CHECK(due.superseded == 2);
  CHECK(due.count == 3);
  CHECK(!due.skipped);
  CHECK(!due.clock_went_back);
}

TEST_CASE("nothing is due without a history, without a schedule, or in the interval just done") {
  CHECK(due_slots({}, question("", "2026-11-30T11:02Z")).run.empty());
  CHECK(due_slots({span("2026-11-30T08:00Z", "")}, question("", "2026-11-30T11:02Z")).count == 0);
  const Due due =
      due_slots({span("2026-11-30T08:00Z", "0 * * * *")}, question("2026-11-30T11:00Z", "2026-11-30T11:57Z"));
  CHECK(due.run.empty());
  CHECK(due.count == 0);
}

TEST_CASE("latest: years of missed minutes give one run") {
  const Due due = due_slots({span("2020-01-01", "* * * * *")}, question("2020-01-01", "2026-01-01T00:00:30Z"));
  CHECK(texts(due.run) == Texts{"2026-01-01T00:00:00Z"});
  CHECK(due.count == std::uint64_t{2192} * 1440);
  CHECK(due.superseded == due.count - 1);
}

TEST_CASE("all: the hundred oldest now, the rest in the ticks that follow, none twice and none lost") {
  const ScheduleHistory history{span("2026-10-26T01:00Z", "*/5 * * * *", CatchUp::all)};
  DueQuestion ask = question("2026-10-26T02:00Z", "2026-10-26T23:01Z");
  std::vector<Slot> run;
  std::vector<std::size_t> sizes;
  for (int tick = 0; tick < 4; ++tick) {
    const Due due = due_slots(history, ask);
    sizes.push_back(due.run.size());
    run.insert(run.end(), due.run.begin(), due.run.end());
    ask.newest_known = run.back();
  }
  CHECK(sizes == std::vector<std::size_t>{100, 100, 52, 0});
  CHECK(texts(run) == texts(slots_of(history, at("2026-10-26T02:00Z"), at("2026-10-26T23:01Z"))));
}

TEST_CASE("skip: what is within the last interval runs, what is older is recorded as one range") {
  const ScheduleHistory history{span("2026-10-20", "*/2 * * * *", CatchUp::skip)};
  const Due due = due_slots(history, question("2026-10-26T08:00Z", "2026-10-26T09:04:30Z"));
  CHECK(texts(due.run) == Texts{"2026-10-26T09:00:00Z", "2026-10-26T09:02:00Z", "2026-10-26T09:04:00Z"});
  REQUIRE(due.skipped);
  CHECK(*due.skipped == SlotRange{slot("2026-10-26T08:02Z"), slot("2026-10-26T08:58Z"), 29});
  CHECK(due.count == 32);
  CHECK(due.superseded == 0);
}

TEST_CASE("skip: a slot exactly one interval ago is too old") {
  const ScheduleHistory history{span("2026-10-20", "0 9 * * *", CatchUp::skip)};
  const Due on_time = due_slots(history, question("2026-10-25T09:00Z", "2026-10-26T09:04:59Z"));
  CHECK(texts(on_time.run) == Texts{"2026-10-26T09:00:00Z"});
  CHECK(!on_time.skipped);
  const Due late = due_slots(history, question("2026-10-25T09:00Z", "2026-10-26T09:05Z"));
  CHECK(late.run.empty());
  CHECK(late.skipped == SlotRange{slot("2026-10-26T09:00Z"), slot("2026-10-26T09:00Z"), 1});
}

TEST_CASE("the newest entry's catch-up and interval rule over all entries in range") {
  ScheduleHistory history{span("2026-11-30T08:30Z", "0 * * * *", CatchUp::all),
                          span("2026-11-30T11:17Z", "30 * * * *", CatchUp::latest)};
  const auto ask = question("2026-11-30T09:00Z", "2026-11-30T11:31Z");
  CHECK(texts(due_slots(history, ask).run) == Texts{"2026-11-30T11:30:00Z"});
  CHECK(due_slots(history, ask).superseded == 2);
  history[1].catch_up = CatchUp::all;
  CHECK(texts(due_slots(history, ask).run) ==
        Texts{"2026-11-30T10:00:00Z", "2026-11-30T11:00:00Z", "2026-11-30T11:30:00Z"});
  history[1].catch_up = CatchUp::skip;
  history[1].interval = 60min;
  CHECK(texts(due_slots(history, ask).run) == Texts{"2026-11-30T11:00:00Z", "2026-11-30T11:30:00Z"});
}

TEST_CASE("slots of a pause are never due, neither in it nor after it") {
  const ScheduleHistory history{span("2026-11-30T08:30Z", "30 * * * *", CatchUp::all)};
  const PauseSpan pause{at("2026-11-30T11:50:00.310Z"), at("2026-11-30T13:10:00.250Z"), "ada"};
  const Due after = due_slots(history, question("2026-11-30T10:30Z", "2026-11-30T13:32Z", {pause}));
  CHECK(texts(after.run) == Texts{"2026-11-30T11:30:00Z", "2026-11-30T13:30:00Z"});
  CHECK(after.count == 2);
  const Due in_it =
      due_slots(history, question("2026-11-30T11:30Z", "2026-11-30T13:00Z", {{pause.from, {}, "ada"}}));
  CHECK(in_it.count == 0);
}

TEST_CASE("a pause leaves out its start and takes in its end; pauses may overlap in any order") {
  const ScheduleHistory history{span("2026-11-30T07:30Z", "0 * * * *", CatchUp::all)};
  const std::vector<PauseSpan> pauses{{at("2026-11-30T12:30Z"), at("2026-11-30T14:00Z"), "bob"},
                                      {at("2026-11-30T09:00Z"), at("2026-11-30T11:00Z"), "ada"},
                                      {at("2026-11-30T10:30Z"), at("2026-11-30T11:30Z"), "ada"},
                                      {at("2026-11-30T15:00Z"), at("2026-11-30T15:00Z"), "ada"}};
  const Due due = due_slots(history, question("", "2026-11-30T16:02Z", pauses));
  CHECK(texts(due.run) == Texts{"2026-11-30T08:00:00Z", "2026-11-30T09:00:00Z", "2026-11-30T12:00:00Z",
                                "2026-11-30T15:00:00Z", "2026-11-30T16:00:00Z"});
  CHECK(pause_at(pauses, slot("2026-11-30T09:00Z")) == nullptr);
  CHECK(pause_at(pauses, slot("2026-11-30T11:00Z")) == &pauses[1]);
  CHECK(pause_at(pauses, slot("2026-11-30T13:00Z")) == pauses.data());
}

TEST_CASE("slots while a contract does not compile are missed, and never due once it does again") {
  const ScheduleHistory history{span("2026-11-30T08:30Z", "0 * * * *", CatchUp::all),
                                broken(span("2026-11-30T10:30Z", "0 * * * *", CatchUp::all)),
                                span("2026-11-30T12:30Z", "0 * * * *", CatchUp::all)};
  const Due due = due_slots(history, question("2026-11-30T09:00Z", "2026-11-30T13:02Z"));
  CHECK(texts(due.run) == Texts{"2026-11-30T10:00:00Z", "2026-11-30T13:00:00Z"});
  CHECK(slots_of(history, at("2026-11-30T09:00Z"), at("2026-11-30T13:02Z")).size() == 4);
}

TEST_CASE("what was missed before a schedule was taken away is not made up for when it comes back") {
  const ScheduleHistory history{span("2026-11-30T08:30Z", "0 * * * *"), span("2026-11-30T11:30Z", ""),
                                span("2026-12-24T11:30Z", "0 * * * *")};
  CHECK(schedule_taken_away(history) == at("2026-11-30T11:30Z"));
  CHECK(!schedule_taken_away({history[0]}));
  CHECK(due_slots(history, question("2026-11-30T09:00Z", "2026-12-24T11:35Z")).count == 0);
  CHECK(texts(due_slots(history, question("2026-11-30T09:00Z", "2026-12-24T12:02Z")).run) ==
        Texts{"2026-12-24T12:00:00Z"});
}

TEST_CASE("a newest slot more than an interval ahead means that the clock went back") {
  const ScheduleHistory history{span("2026-10-01", "0 * * * *")};
  const Due due = due_slots(history, question("2027-01-01", "2026-10-26T09:02Z"));
  CHECK(texts(due.run) == Texts{"2026-10-26T09:00:00Z"});
  CHECK(due.clock_went_back ==
        "clock went back: the newest known slot 2027-01-01T00:00:00Z lies more than 5m after now, "
        "2026-10-26T09:02:00.000Z; the job starts again from 5m ago");
  // Exactly one interval ahead is still in order.
  CHECK(!due_slots(history, question("2026-10-26T09:00Z", "2026-10-26T08:55Z")).clock_went_back);
}

TEST_CASE("a schedule declared while the clock was ahead rules at once when the clock is right again") {
  const ScheduleHistory history{span("2026-10-01", "0 * * * *"), span("2027-05-01T10:00Z", "30 * * * *")};
  const Due due = due_slots(history, question("2027-05-01T11:00Z", "2026-10-26T09:32Z"));
  CHECK(texts(due.run) == Texts{"2026-10-26T09:30:00Z"});
  const Due never_ran = due_slots({history[1]}, question("", "2026-10-26T09:32Z"));
  CHECK(texts(never_ran.run) == Texts{"2026-10-26T09:30:00Z"});
  CHECK(never_ran.clock_went_back ==
        "clock went back: the start of the schedule 2027-05-01T10:00:00.000Z lies more than 5m after now, "
        "2026-10-26T09:32:00.000Z; the job starts again from 5m ago");
}

TEST_CASE("clock forward, tick, clock back, tick: no slot runs twice") {
  const ScheduleHistory history{span("2026-10-26T08:00Z", "*/5 * * * *")};
  CHECK(texts(due_slots(history, question("2026-10-26T09:00Z", "2026-10-26T10:01Z")).run) ==
        Texts{"2026-10-26T10:00:00Z"});
  const Due back = due_slots(history, question("2026-10-26T10:00Z", "2026-10-26T09:57Z"));
  CHECK(back.run.empty());
  CHECK(!back.clock_went_back);
}

TEST_CASE("due slots are those of the list of slots, for any history, pauses and policy") {
  const std::vector<std::shared_ptr<const Zone>> zones{shared_zone("Europe/Berlin"), shared_zone("Pacific/Apia")};
  Random random = seeded(7);
  const Instant day = at("2011-12-27T00:00Z");
  const auto some_time = [&] { return day + std::chrono::minutes{below(random, 6UL * 1440)} + 7s; };
  for (int round = 0; round < 300; ++round) {
    ScheduleHistory history;
    const auto catch_up = std::array{CatchUp::latest, CatchUp::all, CatchUp::skip}.at(below(random, 3));
    for (std::size_t i = 0; i <= below(random, 4); ++i) {
      ScheduleSpan entry;
      entry.from = some_time();
      entry.cron = *Cron::parse(random_cron(random).text);
      entry.zone = zones[below(random, zones.size())];
      entry.catch_up = catch_up;
      entry.interval = std::chrono::minutes{5 * (1 + below(random, 12))};
      entry.compiles = below(random, 4) != 0;
      history.push_back(std::move(entry));
    }
    DueQuestion ask;
    ask.now = day + std::chrono::days{7};
    if (below(random, 2) == 0) ask.newest_known = std::chrono::floor<Seconds>(some_time());
    for (std::size_t i = below(random, 4); i > 0; --i) {
      const Instant from = some_time();
      ask.pauses.push_back({from, from + std::chrono::minutes{below(random, 2880)}, "ada"});
    }

    std::vector<Slot> all;
    std::vector<Slot> on_time;
    std::vector<Slot> late;
    const Instant start = ask.newest_known ? Instant{*ask.newest_known} : history.front().from;
    for (const auto& [when, entry] : slots_of(history, start, ask.now)) {
      if (!entry->compiles || pause_at(ask.pauses, when) != nullptr) continue;
      all.push_back(when);
      (when > ask.now - history.back().interval ? on_time : late).push_back(when);
    }
    INFO("round " << round);
    const Due due = due_slots(history, ask);
    REQUIRE(due.count == all.size());
    REQUIRE(due.superseded == (catch_up == CatchUp::latest && !all.empty() ? all.size() - 1 : 0));
    REQUIRE(due.skipped.has_value() == (catch_up == CatchUp::skip && !late.empty()));
    if (due.skipped) REQUIRE(*due.skipped == SlotRange{late.front(), late.back(), late.size()});
    if (catch_up == CatchUp::skip) {
      REQUIRE(due.run == on_time);
    } else if (catch_up == CatchUp::all) {
      all.resize(std::min(all.size(), catch_up_all_max));
      REQUIRE(due.run == all);
    } else {
      REQUIRE(due.run == (all.empty() ? all : std::vector<Slot>{all.back()}));
    }
  }
}
