#include "core/base/time.hpp"

#include <random>

#include "tests/support/catch.hpp"

using namespace hz;
using namespace std::chrono;

namespace {

std::string person(std::string_view text) {
  const auto parsed = parse_time_of_person(text);
  return parsed ? to_text(*parsed) : "nothing";
}

std::string length(std::string_view text) {
  const auto parsed = parse_duration(text);
  return parsed ? to_text(*parsed) : "nothing";
}

}  // namespace

TEST_CASE("an instant is written with milliseconds and a slot without") {
  const Slot slot = sys_days{2026y / 11 / 30} + 9h;
  CHECK(to_text(slot) == "2026-11-30T09:00:00Z");
  CHECK(to_text(Instant{slot} + 2min + 10118ms) == "2026-11-30T09:02:10.118Z");
  CHECK(to_text(Instant{}) == "1970-01-01T00:00:00.000Z");
  CHECK(to_text(Instant{-1ms}) == "1969-12-31T23:59:59.999Z");
  CHECK(to_text(Slot{sys_days{0y / 1 / 1}}) == "0000-01-01T00:00:00Z");
  CHECK(to_text(Slot{sys_days{9999y / 12 / 31}} + 24h - 1s) == "9999-12-31T23:59:59Z");
}

TEST_CASE("the fixed forms are read as the reader for people reads them and writes them back") {
  std::mt19937 chance(5);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts every time
  const std::string bits = "0123456789-:.TZz+ ";
  for (int i = 0; i < 50'000; ++i) {
    const Instant at{Millis{static_cast<std::int64_t>(chance()) * 3600}};
    std::string text = i % 2 == 0 ? to_text(at) : to_text(std::chrono::floor<Seconds>(at));
    for (auto k = chance() % 3; k > 0; --k) text[chance() % text.size()] = bits[chance() % bits.size()];
    INFO(text);
    const auto naive = parse_time_of_person(text);
    const auto slot = naive ? std::optional(std::chrono::floor<Seconds>(*naive)) : std::nullopt;
    CHECK(parse_instant(text) == (naive && to_text(*naive) == text ? naive : std::nullopt));
    CHECK(parse_slot(text) == (slot && to_text(*slot) == text ? slot : std::nullopt));
  }
}

TEST_CASE("an instant is read in the one form in which it is written") {
  CHECK(parse_instant("2026-11-30T09:02:10.118Z") == Instant{sys_days{2026y / 11 / 30}} + 9h + 2min + 10118ms);
  CHECK(parse_instant("2024-02-29T00:00:00.000Z") == Instant{sys_days{2024y / 2 / 29}});
  const std::string other = GENERATE(
      "2026-11-30T09:02:10Z", "2026-11-30T09:02:10.1Z", "2026-11-30T09:02:10.1180Z", "2026-11-30T09:02:10.118z",
      "2026-11-30t09:02:10.118Z", "2026-11-30 09:02:10.118Z", "2026-11-30T09:02:10.118+00:00", "2026-11-30", "",
      "2026-11-30T09:02:10.118Z ", "2026-02-29T09:02:10.118Z", "2026-11-31T09:02:10.118Z",
      "2026-00-10T09:02:10.118Z", "2026-11-30T24:00:00.000Z", "2026-11-30T09:60:00.000Z",
      "2026-11-30T09:02:60.000Z", "+026-11-30T09:02:10.118Z");
  INFO(other);
  CHECK(!parse_instant(other));
}

TEST_CASE("a slot is read in the one form in which it is written") {
  CHECK(parse_slot("2026-11-30T09:00:00Z") == sys_days{2026y / 11 / 30} + 9h);
  const std::string other = GENERATE("2026-11-30T09:00:00.000Z", "2026-11-30T09:00Z", "2026-11-30",
                                     "2026-11-30T09:00:00", "2026-11-30T10:00:00+01:00", "");
  INFO(other);
  CHECK(!parse_slot(other));
}

TEST_CASE("what is written is read back, across eight thousand years") {
  for (Instant at{sys_days{1y / 1 / 1}}; at < Instant{sys_days{9000y / 1 / 1}}; at += 12'345'678'901ms) {
    const auto again = parse_instant(to_text(at));
    REQUIRE(again == at);
  }
}

TEST_CASE("a person may leave out seconds, fraction and time of day, and write any offset") {
  CHECK(person("2026-11-30T08:00Z") == "2026-11-30T08:00:00.000Z");
  CHECK(person("2026-11-30") == "2026-11-30T00:00:00.000Z");
  CHECK(person("2026-11-30 08:00z") == "2026-11-30T08:00:00.000Z");
  CHECK(person("2026-11-30t08:00:01.5+01:00") == "2026-11-30T07:00:01.500Z");
  CHECK(person("2026-12-31T23:30-05:30") == "2027-01-01T05:00:00.000Z");
  CHECK(person("2026-11-30T08:00:00.9999999999999999999999Z") == "2026-11-30T08:00:00.999Z");
}

TEST_CASE("a time without offset, or one that no calendar has, is nothing") {
  const std::string text =
      GENERATE("2026-11-30T08:00", "2026-11-30T08Z", "2026-11-30T08:00:00.Z", "2026-11-30T08:00:Z",
               "2026-11-30T08:00+1:00", "2026-11-30T08:00+24:00", "2026-11-30T08:00+0100", "2026-13-01",
               "2026-06-31", "26-11-30", "2026-11-30Z", "now", "2026-11-30T08:00ZZ", "0000-01-01T00:00+00:01",
               "9999-12-31T23:59:59-00:01", "2026-1-30", "2026-11-30T");
  CHECK(person(text) == "nothing");
}

TEST_CASE("a duration is a whole number and a unit, and is written in the largest unit that is exact") {
  CHECK(length("90s") == "90s");
  CHECK(length("600s") == "10m");
  CHECK(length("120m") == "2h");
  CHECK(length("36h") == "36h");
  CHECK(length("7d") == "7d");
  CHECK(length("500ms") == "500ms");
  CHECK(length("1500ms") == "1500ms");
  CHECK(parse_duration("2h") == Millis{2h});
  CHECK(to_text(Millis{0}) == "0s");
  CHECK(to_text(Millis{-5min}) == "-5m");
}

TEST_CASE("a duration that is no length of time is nothing") {
  CHECK(length("36525d") == "36525d");
  const std::string text = GENERATE("", "0s", "-5m", "+5m", "5", "m", "5 m", "1.5h", "5M", "5m ", " 5m", "05m",
                                    "5min", "1h30m", "36526d", "9223372036854775807d", "99999999999999999999s");
  CHECK(length(text) == "nothing");
}
