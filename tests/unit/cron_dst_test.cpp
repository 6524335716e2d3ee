#include "core/job/cron.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/naive_cron.hpp"
#include "tests/support/zones.hpp"

using namespace hz;
using namespace hz::test;
using Texts = std::vector<std::string>;

namespace {

Texts slots(std::string_view text, const std::string& zone_name, const std::string& from, const std::string& to) {
  Texts out;
  for (const Slot slot : Cron::parse(text)->slots(zone(zone_name), at(from), at(to))) out.push_back(to_text(slot));
  return out;
}

/// Every question about (from, to] has the answer that the wall clock gives.
void compare(const WallClock& wall, const Zone& zone, Instant from, Instant to, Random& random) {
  const NaiveCron naive = random_cron(random);
  INFO(zone.name() << ": " << naive.text << " in (" << to_text(from) << ", " << to_text(to) << "]");
  const auto cron = Cron::parse(naive.text);
  if (!cron) FAIL(cron.error().what + ": " + cron.error().why);
  const auto expected = wall.slots(naive, from, to);
  REQUIRE(cron->slots(zone, from, to) == expected);
  REQUIRE(cron->count(zone, from, to) == expected.size());
  REQUIRE(cron->newest(zone, from, to) == (expected.empty() ? std::nullopt : std::optional{expected.back()}));
  if (!expected.empty()) {
    REQUIRE(cron->next(zone, from) == expected.front());
    const auto some = below(random, expected.size() + 1);
    REQUIRE(cron->slots(zone, from, to, some) ==
            std::vector<Slot>(expected.begin(), expected.begin() + static_cast<long>(some)));
  }
}

}  // namespace

TEST_CASE("a time in the gap runs once that day, shifted by the gap, and again the next day") {
  CHECK(slots("30 2 * * *", "America/New_York", "2026-03-07T07:30Z", "2026-03-10T00:00Z") ==
        Texts{"2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"});
}

TEST_CASE("a gap of half an hour shifts by half an hour, seen from both directions") {
  CHECK(slots("0 * * * *", "Australia/Lord_Howe", "2019-10-05T15:13Z", "2019-10-05T17:30Z") ==
        Texts{"2019-10-05T15:30:00Z", "2019-10-05T16:00:00Z", "2019-10-05T17:00:00Z"});
  const auto newest = Cron::parse("0 * * * *")
                          ->newest(zone("Australia/Lord_Howe"), at("2019-10-05T12:00Z"), at("2019-10-05T15:59Z"));
  REQUIRE(newest);
  CHECK(to_text(*newest) == "2019-10-05T15:30:00Z");
}

TEST_CASE("a missing time does not lose the rest of the day") {
  CHECK(slots("30 2-22/4 * * *", "Australia/Sydney", "2019-10-05T12:00Z", "2019-10-06T14:00Z") ==
        Texts{"2019-10-05T12:30:00Z", "2019-10-05T16:30:00Z", "2019-10-05T19:30:00Z", "2019-10-05T23:30:00Z",
              "2019-10-06T03:30:00Z", "2019-10-06T07:30:00Z", "2019-10-06T11:30:00Z"});
}

TEST_CASE("a day of 23 hours is a day") {
  CHECK(slots("0 12 * * 0", "Europe/Berlin", "2022-03-24T11:00Z", "2022-04-01T00:00Z") ==
        Texts{"2022-03-27T10:00:00Z"});
  CHECK(slots("0 0 * * *", "America/Los_Angeles", "2022-03-13T08:00Z", "2022-03-14T12:00Z") ==
        Texts{"2022-03-14T07:00:00Z"});
}

TEST_CASE("a schedule of all hours runs through the repeated hour, one that names hours runs once") {
  CHECK(slots("*/15 * * * *", "America/New_York", "2026-11-01T05:40Z", "2026-11-01T06:20Z") ==
        Texts{"2026-11-01T05:45:00Z", "2026-11-01T06:00:00Z", "2026-11-01T06:15:00Z"});
  CHECK(slots("*/15 1 * * *", "America/New_York", "2026-11-01T05:40Z", "2026-11-01T06:20Z") ==
        Texts{"2026-11-01T05:45:00Z"});
}

TEST_CASE("a repeated hour that spans midnight comes in the order of time") {
  // St. John's set its clocks back at 00:01: 23:01 to 00:01 happened twice, and the date went back with it.
  CHECK(slots("30 * * * *", "America/St_Johns", "2010-11-07T01:45Z", "2010-11-07T04:15Z") ==
        Texts{"2010-11-07T02:00:00Z", "2010-11-07T03:00:00Z", "2010-11-07T04:00:00Z"});
  CHECK(slots("0,30 * 7 * *", "America/St_Johns", "2010-11-07T02:00Z", "2010-11-07T04:15Z") ==
        Texts{"2010-11-07T02:30:00Z", "2010-11-07T03:30:00Z", "2010-11-07T04:00:00Z"});
  // The newest slot is of Saturday, though one of Sunday came before it.
  const auto newest = Cron::parse("0,30 * * * *")
                          ->newest(zone("America/St_Johns"), at("2010-11-07T00:00Z"), at("2010-11-07T03:10Z"));
  CHECK(newest == slot("2010-11-07T03:00Z"));
}

TEST_CASE("a day that did not exist merges with the next") {
  CHECK(slots("0 9 * * *", "Pacific/Apia", "2011-12-29T12:00Z", "2012-01-01T00:00Z") ==
        Texts{"2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z", "2011-12-31T19:00:00Z"});
}

TEST_CASE("slots are those of a clock on the wall, around every kind of change") {
  // Zones that move by 30 minutes, 2 hours, a day, across midnight, twice around a month; one that never moves.
  const auto* const name =
      GENERATE("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia",
               "Africa/Casablanca", "America/Havana", "America/St_Johns", "Asia/Beirut", "Africa/Cairo",
               "Pacific/Chatham", "Pacific/Kwajalein", "Asia/Pyongyang", "America/Caracas", "Asia/Kathmandu",
               "Europe/Dublin", "America/Sao_Paulo", "Pacific/Kiritimati", "Asia/Gaza", "UTC");
  const Zone& place = zone(name);
  Random random = seeded(20261101);
  for (int window = 0; window < 6; ++window) {
    const Instant somewhere = at("1972-06-01") + std::chrono::hours{below(random, 80UL * 365 * 24)};
    const auto change = place.next_change(std::chrono::floor<Seconds>(somewhere));
    const Instant from = Instant{change.value_or(std::chrono::floor<Seconds>(somewhere))} -
                         std::chrono::minutes{below(random, 2880)};
    const Instant to = from + std::chrono::minutes{below(random, 4320)};
    const WallClock wall{place, from, to, std::chrono::minutes{1}};
    for (int i = 0; i < 20; ++i) compare(wall, place, from, to, random);
  }
}

TEST_CASE("slots are those of a clock on the wall, around every single change of some zones") {
  const auto* const name =
      GENERATE("Pacific/Apia", "Pacific/Kwajalein", "Asia/Pyongyang", "Antarctica/Casey", "America/St_Johns");
  const Zone& place = zone(name);
  Random random = seeded(1);
  auto change = place.next_change(slot("1988-01-01"));
  for (int n = 0; change && n < 12; ++n, change = place.next_change(*change)) {
    const Instant from = *change - std::chrono::hours{30};
    const Instant to = *change + std::chrono::hours{30};
    const WallClock wall{place, from, to, std::chrono::minutes{1}};
    for (int i = 0; i < 10; ++i) compare(wall, place, from, to, random);
    // Windows that end or begin in the middle of what the change does.
    for (int i = 0; i < 20; ++i) {
      const Instant begin = *change + std::chrono::minutes{below(random, 360)} - std::chrono::hours{5};
      compare(wall, place, begin, begin + std::chrono::minutes{below(random, 360)}, random);
    }
  }
}

TEST_CASE("slots are those of a clock on the wall, where offsets are no whole minutes") {
  // The end of local mean time: a few seconds skipped or repeated, in Amsterdam 19 m 32 s for decades, in Manila a
  // day.
  const auto* const name = GENERATE("Europe/Amsterdam", "Asia/Manila", "Africa/Monrovia");
  const Zone& place = zone(name);
  Random random = seeded(2);
  auto change = place.next_change(slot("1800-01-01"));
  for (int n = 0; change && n < 3; ++n, change = place.next_change(*change)) {
    const Instant from = *change - std::chrono::hours{3};
    const Instant to = *change + std::chrono::hours{27};
    const WallClock wall{place, from, to, Seconds{1}};
    for (int i = 0; i < 15; ++i) compare(wall, place, from, to, random);
  }
}
