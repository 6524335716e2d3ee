// The twin of Cron: schedules made at random from sets of values, and slots found by looking at every minute of a
// clock on the wall. It knows nothing of how Cron parses, walks days or asks for a wall-clock time.
#pragma once

#include <bitset>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/port/zones.hpp"

namespace hz::test {

using Random = std::mt19937_64;
/// The same numbers each time and on every machine: what failed once fails again.
[[nodiscard]] inline Random seeded(std::uint64_t seed) {
  return Random{seed};
}
/// 0 … n - 1, the same on every machine.
[[nodiscard]] inline std::size_t below(Random& random, std::size_t n) {
  return random() % n;
}

/// One minute that a clock on the wall may show.
struct WallMinute {
  int hour = 0, minute = 0;
  unsigned date = 0, month = 0, weekday = 0, length = 0;
};

struct NaiveCron {
  std::string text;
  std::bitset<60> minutes, hours;
  std::bitset<32> dates;
  std::bitset<13> months;
  std::bitset<7> weekdays, last_weekdays;
  std::vector<std::pair<unsigned, unsigned>> nth_weekdays;  ///< weekday, which
  bool last_date = false, any_date = false, any_weekday = false;

  [[nodiscard]] bool matches(const WallMinute& wall) const;
  [[nodiscard]] bool all_hours() const { return hours.count() == 24; }
};

/// Any syntax that Cron takes; one in two has an hour field that covers the day.
[[nodiscard]] NaiveCron random_cron(Random& random);

/// What a clock on the wall shows in a stretch of time, minute by minute, with some days on both sides.
class WallClock {
 public:
  /// `step`: 60 s, or 1 s where offsets are no whole minutes (local mean time).
  WallClock(const Zone& zone, Instant from, Instant to, Seconds step);

  /// Slots in (from, to], a part of the stretch.
  [[nodiscard]] std::vector<Slot> slots(const NaiveCron& cron, Instant from, Instant to) const;

 private:
  struct Shown {
    WallMinute wall;
    std::vector<Slot> when;  ///< a minute that is never shown: once, shifted by the gap
  };
  std::map<Local, Shown> minutes_;
};

}  // namespace hz::test
