// Cron schedules (D6). Five fields of wall-clock minutes in a zone.
//
// When a time is a slot:
// - A wall-clock minute matches when its minute, hour, month and day do. Of the two day fields, one that is a bare
// `*`
//   does not count; when both are restricted (`*/2` and `1-31` are), a day matches by either.
// - A minute that does not exist is a slot at itself plus the gap (02:30 becomes 03:30). A minute that happens
// twice is
//   one at its first occurrence, and at its second too when the hour field covers all 24 hours: nobody wants `*/5`
//   silent for an hour. Equal instants are one slot.
// - A slot has a text form: it lies in the years 0000 to 9999 (UTC).
//
// What is accepted, in any case, fields parted by spaces or tabs:
//   minute 0–59 · hour 0–23 · day of month 1–31 · month 1–12 or jan–dec · day of week 0–7 or sun–sat, 0 and 7 =
//   Sunday
//   *  value  a-b  and with a step */n  a-b/n  a/n (to the field's end), in lists parted by commas
//   a range may wrap: fri-mon, 22-2, nov-feb, 28-3
//   day of month: L = the last day.  day of week: fri#2 = the second Friday (#1 to #5), L5 or Lfri = the last
//   Friday
//   @hourly @daily @midnight @weekly @monthly @yearly @annually
//
// What is refused although some crons take it, because readers disagree on what it means or it is a slip:
//   a step that takes only the first value (59/15, */60, 1-5/9), a range from a value to itself (5-5, sun-sun), `*`
//   in a list (*,5), 0 or nothing as a step, six fields (seconds, years), @reboot, full names (monday), ? W H R
//   L-2, L as a day of week of its own, 5L (write L5), fri#0 and fri#6, steps of L and #, a day that no year has
//   ("0 0 31 2 *"; but "0 0 31 2 sun" is the Sundays of February).
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/port/zones.hpp"

namespace hz {

/// The days on which a schedule has slots.
struct CronDays {
  bool by_date = false;                        ///< the day of month is restricted
  bool by_weekday = false;                     ///< the day of week is restricted
  std::bitset<13> months;                      ///< 1–12
  std::bitset<32> dates;                       ///< 1–31
  bool last_date = false;                      ///< L
  std::bitset<7> weekdays;                     ///< 0 = Sunday, every week
  std::array<std::bitset<6>, 7> nth_weekdays;  ///< fri#2: nth_weekdays[5][2]
  std::bitset<7> last_weekdays;                ///< L5

  [[nodiscard]] bool matches(std::chrono::year_month_day day) const;
  /// The first matching day in [from, last]; months that do not match are stepped over whole. Dates, never 86,400
  /// s.
  [[nodiscard]] std::optional<std::chrono::local_days> first(std::chrono::local_days from,
                                                             std::chrono::local_days last) const;
  /// The last matching day in [first, from].
  [[nodiscard]] std::optional<std::chrono::local_days> newest(std::chrono::local_days first,
                                                              std::chrono::local_days from) const;
  /// Whether some year has a matching day.
  [[nodiscard]] bool possible() const;
};

class Cron {
 public:
  /// Config error that quotes the text, names the field and says what to write instead.
  [[nodiscard]] static Result<Cron> parse(std::string_view text);

  /// As written, white space made single spaces.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool covers_all_hours() const { return hours_.all(); }
  bool operator==(const Cron& other) const { return text_ == other.text_; }

  /// Slots in (from, to], ascending, the `limit` oldest. O(days up to the last slot + slots); nothing if from >=
  /// to.
  [[nodiscard]] std::vector<Slot> slots(const Zone& zone, Instant from, Instant to,
                                        std::size_t limit = SIZE_MAX) const;
  /// The newest slot in (from, to]. O(days back to it).
  [[nodiscard]] std::optional<Slot> newest(const Zone& zone, Instant from, Instant to) const;
  /// How many slots lie in (from, to]. O(days): a day far from a change of offset is counted, not walked.
  [[nodiscard]] std::uint64_t count(const Zone& zone, Instant from, Instant to) const;
  /// The first slot after `from`. Looks 41 years ahead: a fifth Friday in February can be 40 years away (1892–1932
  /// …).
  [[nodiscard]] std::optional<Slot> next(const Zone& zone, Instant from) const;

 private:
  Cron() = default;
  [[nodiscard]] std::vector<Seconds> times_of_day() const;

  std::string text_;
  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  CronDays days_;
};

}  // namespace hz
