#include "core/job/cron.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/naive_cron.hpp"
#include "tests/support/zones.hpp"

using namespace hz;
using namespace hz::test;
using namespace std::chrono_literals;
using Texts = std::vector<std::string>;

namespace {

Cron cron(std::string_view text) {
  return *Cron::parse(text);
}

Texts texts(const std::vector<Slot>& slots) {
  Texts out;
  for (const Slot slot : slots) out.push_back(to_text(slot));
  return out;
}

std::string text(std::optional<Slot> slot) {
  return slot ? to_text(*slot) : "none";
}

}  // namespace

TEST_CASE("a window leaves out its start and takes in its end, to the millisecond") {
  const Cron daily = cron("0 9 * * *");
  const Zone& utc = zone("UTC");
  CHECK(texts(daily.slots(utc, at("2026-10-24T09:00Z"), at("2026-10-25T09:00Z"))) == Texts{"2026-10-25T09:00:00Z"});
  CHECK(daily.slots(utc, at("2026-10-24T09:00Z"), at("2026-10-25T09:00Z") - 1ms).empty());
  CHECK(daily.slots(utc, at("2026-10-24T09:00Z") - 1ms, at("2026-10-24T09:00Z")).size() == 1);
}

TEST_CASE("an empty or reversed window has no slot") {
  const Cron minutely = cron("* * * * *");
  const Zone& berlin = zone("Europe/Berlin");
  for (const auto& to : {at("2026-10-24T09:00Z"), at("2026-10-24T08:00Z"), Instant::min()}) {
    CHECK(minutely.slots(berlin, at("2026-10-24T09:00Z"), to).empty());
    CHECK(minutely.count(berlin, at("2026-10-24T09:00Z"), to) == 0);
    CHECK(!minutely.newest(berlin, at("2026-10-24T09:00Z"), to));
  }
}

TEST_CASE("a limit keeps the oldest slots, also where the clock changes") {
  const Cron half_hourly = cron("0,30 * * * *");
  const auto check = [&](const std::string& name, Instant from, Instant to) {
    const auto all = half_hourly.slots(zone(name), from, to);
    for (std::size_t limit = 0; limit <= all.size() + 1; ++limit) {
      const auto some = half_hourly.slots(zone(name), from, to, limit);
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all.size()));
      REQUIRE(std::vector<Slot>(all.begin(), end) == some);
    }
  };
  check("Pacific/Apia", at("2011-12-29"), at("2012-01-03"));
  check("America/St_Johns", at("2010-11-05"),
        at("2010-11-09"));  // Saturday's last hour comes after Sunday's first minute
}

TEST_CASE("slots lie in the years that have a text form") {
  const Cron minutely = cron("* * * * *");
  const Zone& auckland = zone("Pacific/Auckland");
  CHECK(text(minutely.newest(auckland, Instant::min(), Instant::max())) == "9999-12-31T23:59:00Z");
  // Local mean time of Auckland, +11:39:04: its minutes are whole there, not in UTC.
  CHECK(texts(minutely.slots(auckland, Instant::min(), Instant::max(), 1)) == Texts{"0000-01-01T00:00:56Z"});
  CHECK(text(minutely.next(auckland, Instant::min())) == "0000-01-01T00:00:56Z");
  CHECK(text(minutely.next(zone("UTC"), at("9999-12-31T23:58Z"))) == "9999-12-31T23:59:00Z");
  CHECK(text(minutely.next(zone("UTC"), at("9999-12-31T23:59Z"))) == "none");
  CHECK(text(minutely.next(zone("UTC"), Instant::max())) == "none");
}

TEST_CASE("slots before 1970 are found") {
  CHECK(texts(cron("0 0 1 1 *").slots(zone("UTC"), at("1967-06-01"), at("1970-06-01"))) ==
        Texts{"1968-01-01T00:00:00Z", "1969-01-01T00:00:00Z", "1970-01-01T00:00:00Z"});
}

TEST_CASE("a thousand years of minutes are counted, not walked") {
  const Cron minutely = cron("* * * * *");
  CHECK(minutely.count(zone("UTC"), at("1000-01-01"), at("2000-01-01")) == std::uint64_t{365'242} * 1440);
  // Berlin in a far future: the hour that is lost each spring is given back each autumn.
  CHECK(minutely.count(zone("Europe/Berlin"), at("9400-01-01"), at("9410-01-01")) == std::uint64_t{3'652} * 1440);
}

TEST_CASE("a count is the length of the list, over years of changing clocks") {
  Random random = seeded(20261025);
  for (const char* name : {"Europe/Berlin", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "UTC"}) {
    for (int i = 0; i < 5; ++i) {
      const auto naive = random_cron(random);
      const Cron real = cron(naive.text);
      const Instant from = at("1990-01-01") + std::chrono::minutes{below(random, 30UL * 365 * 1440)} + 17s;
      const Instant to = from + std::chrono::minutes{below(random, 2UL * 365 * 1440)};
      INFO(name << ": " << naive.text << " in (" << to_text(from) << ", " << to_text(to) << "]");
      const auto slots = real.slots(zone(name), from, to);
      REQUIRE(real.count(zone(name), from, to) == slots.size());
      REQUIRE(real.newest(zone(name), from, to) == (slots.empty() ? std::nullopt : std::optional{slots.back()}));
    }
  }
}

TEST_CASE("the next slot may be decades away") {
  const Zone& utc = zone("UTC");
  CHECK(text(cron("0 0 29 2 *").next(utc, at("2026-01-01"))) == "2028-02-29T00:00:00Z");
  CHECK(text(cron("0 0 29 2 *").next(utc, at("2096-03-01"))) == "2104-02-29T00:00:00Z");
  CHECK(text(cron("0 0 * 2 fri#5").next(utc, at("2188-03-01"))) == "2228-02-29T00:00:00Z");
  CHECK(text(cron("0 0 29 2 *").newest(utc, at("2000-03-01"), at("2026-01-01"))) == "2024-02-29T00:00:00Z");
}
