#include "core/base/time.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>

#include "core/base/invariant.hpp"

namespace hz {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::sys_days;

constexpr Instant first_instant = sys_days{std::chrono::year{0} / 1 / 1};
constexpr Instant end_of_instants = sys_days{std::chrono::year{10000} / 1 / 1};

/// "2026-11-30T09:02:10", the part that slots and instants share.
std::string date_and_time(Slot moment) {
  HZ_INVARIANT(moment >= first_instant && moment < end_of_instants,
               "a written time lies in the years 0000 to 9999");
  const auto day = std::chrono::floor<days>(moment);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{moment - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

/// Takes text from the front, piece by piece. Once a piece did not fit, everything after it fails too.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  /// Exactly `digits` decimal digits with a value of at most `max`.
  int number(std::size_t digits, int max) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!at_digit()) return fail();
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value <= max ? value : fail();
  }
  bool skip(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(std::string_view any_of) {
    if (!skip(any_of)) ok_ = false;
  }
  [[nodiscard]] bool at_digit() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  int fail() {
    ok_ = false;
    return 0;
  }
  std::string_view rest_;
  bool ok_ = true;
};

/// The number that `count` digits at `at` make, or -1 if one of them is none.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// What date_and_time() writes, 19 bytes, and nothing else. By itself and not through parse_time_of_person():
/// events are read by the million, and this takes a tenth of the time.
std::optional<Slot> scan_date_and_time(std::string_view text) {
  const int year = digits(text, 0, 4);
  const int month = digits(text, 5, 2);
  const int day = digits(text, 8, 2);
  const int hour = digits(text, 11, 2);
  const int minute = digits(text, 14, 2);
  const int second = digits(text, 17, 2);
  if (year < 0 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0) return std::nullopt;
  if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':')
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return sys_days{date} + hours{hour} + minutes{minute} + Seconds{second};
}

std::optional<sys_days> scan_date(Scanner& scan) {
  const int year = scan.number(4, 9999);
  scan.expect("-");
  const auto month = static_cast<unsigned>(scan.number(2, 12));
  scan.expect("-");
  const auto day = static_cast<unsigned>(scan.number(2, 31));
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
  if (!scan.ok() || !date.ok()) return std::nullopt;
  return sys_days{date};
}

/// Milliseconds of ".118"; further digits are cut, not rounded, so that no time moves into the future.
Millis scan_fraction(Scanner& scan) {
  if (!scan.at_digit()) scan.expect("0123456789");
  Millis unit{100};
  Millis sum{0};
  while (scan.ok() && scan.at_digit()) {
    sum += unit * scan.number(1, 9);
    unit /= 10;
  }
  return sum;
}

minutes scan_offset(Scanner& scan) {
  if (scan.skip("Zz")) return minutes{0};
  const bool west = scan.skip("-");
  if (!west) scan.expect("+");
  const hours h{scan.number(2, 23)};
  scan.expect(":");
  const minutes offset = h + minutes{scan.number(2, 59)};
  return west ? -offset : offset;
}

struct Unit {
  std::string_view name;
  Millis length;
};
/// From the longest to the shortest.
constexpr std::array<Unit, 5> units{
    {{"d", days{1}}, {"h", hours{1}}, {"m", minutes{1}}, {"s", Seconds{1}}, {"ms", Millis{1}}}};

}  // namespace

std::string to_text(Instant instant) {
  const auto second = std::chrono::floor<Seconds>(instant);
  return fmt::format("{}.{:03}Z", date_and_time(second), (instant - second).count());
}

std::string to_text(Slot slot) {
  return date_and_time(slot) + "Z";
}

std::optional<Instant> parse_instant(std::string_view text) {
  if (text.size() != 24 || text[19] != '.' || text[23] != 'Z') return std::nullopt;
  const auto second = scan_date_and_time(text.substr(0, 19));
  const int millis = digits(text, 20, 3);
  if (!second || millis < 0) return std::nullopt;
  return Instant{*second} + Millis{millis};
}

std::optional<Slot> parse_slot(std::string_view text) {
  return text.size() == 20 && text[19] == 'Z' ? scan_date_and_time(text.substr(0, 19)) : std::nullopt;
}

std::optional<Instant> parse_time_of_person(std::string_view text) {
  Scanner scan{text};
  const auto date = scan_date(scan);
  if (!date) return std::nullopt;
  if (scan.at_end()) return Instant{*date};
  scan.expect("Tt ");
  Millis time = hours{scan.number(2, 23)};
  scan.expect(":");
  time += minutes{scan.number(2, 59)};
  if (scan.skip(":")) {
    time += Seconds{scan.number(2, 59)};
    if (scan.skip(".")) time += scan_fraction(scan);
  }
  const Instant instant = Instant{*date} + time - scan_offset(scan);
  if (!scan.ok() || !scan.at_end() || instant < first_instant || instant >= end_of_instants) return std::nullopt;
  return instant;
}

std::optional<Millis> parse_duration(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (failure != std::errc{} || count <= 0 || text.front() == '0') return std::nullopt;
  const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : units) {
    if (name != unit.name) continue;
    if (count > longest_duration / unit.length) return std::nullopt;
    return unit.length * count;
  }
  return std::nullopt;
}

std::string to_text(Millis duration) {
  if (duration == Millis{0}) return "0s";
  for (const Unit& unit : units) {
    if (duration % unit.length == Millis{0}) return fmt::format("{}{}", duration / unit.length, unit.name);
  }
  return fmt::format("{}ms", duration.count());
}

}  // namespace hz
