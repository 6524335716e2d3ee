#include "tests/support/naive_cron.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace hz::test {
namespace {

constexpr std::array<const char*, 13> months{"",    "jan", "FEB", "mar", "Apr", "may", "jun",
                                             "jul", "aug", "SEP", "oct", "nov", "Dec"};
constexpr std::array<const char*, 8> weekdays{"sun", "mon", "TUE", "wed", "thu", "Fri", "sat", "SUN"};

struct Field {
  int min, max, end;  ///< max: of a single value; end: of `*`, and where ranges wrap
};

std::string name_of(Random& random, const Field& field, int value) {
  if (field.max == 12 && below(random, 3) == 0) return months.at(static_cast<std::size_t>(value));
  if (field.max == 7 && below(random, 3) == 0) return weekdays.at(static_cast<std::size_t>(value));
  return fmt::format("{}{}", value < 10 && below(random, 8) == 0 ? "0" : "", value);
}

/// One member of a list, and the values that it stands for.
std::string random_item(Random& random, const Field& field, std::vector<int>& values) {
  const auto pick = [&](int min, int max) {
    const auto choices = static_cast<std::size_t>(max - min) + 1;
    return min + static_cast<int>(below(random, choices));
  };
  const auto kind = below(random, 6);
  std::vector<int> run;
  std::string text;
  if (kind < 2) {
    values.push_back(pick(field.min, field.max));
    return name_of(random, field, values.back());
  }
  if (kind == 2) {
    text = "*";
    for (int v = field.min; v <= field.end; ++v) run.push_back(v);
  } else if (kind == 3) {
    const int begin = pick(field.min, field.end - 1);
    text = name_of(random, field, begin);
    for (int v = begin; v <= field.end; ++v) run.push_back(v);
  } else {
    const int begin = pick(field.min, field.end);
    int end = pick(field.min, field.end - 1);
    if (end >= begin) ++end;
    text = name_of(random, field, begin) + "-" + name_of(random, field, end);
    run.push_back(begin);
    while (run.back() != end) run.push_back(run.back() == field.end ? field.min : run.back() + 1);
  }
  if (kind < 4 || below(random, 2) == 0) {
    const int step = pick(1, std::min(20, static_cast<int>(run.size()) - 1));
    text += fmt::format("/{}", step);
    for (std::size_t i = 0; i < run.size(); i += static_cast<std::size_t>(step)) values.push_back(run[i]);
  } else {
    values.insert(values.end(), run.begin(), run.end());
  }
  return text;
}

template <std::size_t N>
std::string random_list(Random& random, const Field& field, std::bitset<N>& out, std::size_t modulus = 1000) {
  std::string text;
  const auto count = 1 + below(random, 3);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<int> values;
    text += (i == 0 ? "" : ",") + random_item(random, field, values);
    for (const int v : values) out.set(static_cast<std::size_t>(v) % modulus);
  }
  return text;
}

template <std::size_t N>
std::string all_of(std::bitset<N>& out, int min, int max) {
  for (int v = min; v <= max; ++v) out.set(static_cast<std::size_t>(v));
  return "*";
}

std::string random_weekdays(Random& random, NaiveCron& cron) {
  const auto weekday = below(random, 8);
  const std::string name = name_of(random, {0, 7, 6}, static_cast<int>(weekday));
  switch (below(random, 6)) {
    case 0: {
      const auto nth = 1 + below(random, 5);
      cron.nth_weekdays.emplace_back(weekday % 7, nth);
      return fmt::format("{}#{}", name, nth);
    }
    case 1:
      cron.last_weekdays.set(weekday % 7);
      return (below(random, 2) == 0 ? "L" : "l") + name;
    default:
      return random_list(random, {0, 7, 6}, cron.weekdays, 7);
  }
}

WallMinute wall_of(Local local) {
  using namespace std::chrono;
  const auto day = floor<days>(local);
  const year_month_day date{day};
  const auto minutes = static_cast<int>(floor<std::chrono::minutes>(local - day).count());
  const auto length = year_month_day_last{date.year(), month_day_last{date.month()}}.day();
  return {minutes / 60,    minutes % 60, unsigned{date.day()}, unsigned{date.month()}, weekday{day}.c_encoding(),
          unsigned{length}};
}

bool shows_whole_minute(Local local) {
  return local.time_since_epoch() % std::chrono::minutes{1} == Seconds{0};
}

}  // namespace

bool NaiveCron::matches(const WallMinute& wall) const {
  if (!minutes[static_cast<std::size_t>(wall.minute)] || !hours[static_cast<std::size_t>(wall.hour)]) return false;
  if (!months[wall.month]) return false;
  bool by_weekday = weekdays[wall.weekday] || (last_weekdays[wall.weekday] && wall.date > wall.length - 7);
  for (const auto& [weekday, nth] : nth_weekdays) {
    by_weekday |= weekday == wall.weekday && wall.date > 7 * (nth - 1) && wall.date <= 7 * nth;
  }
  const bool by_date = dates[wall.date] || (last_date && wall.date == wall.length);
  if (any_date && any_weekday) return true;
  return any_date ? by_weekday : any_weekday ? by_date : by_date || by_weekday;
}

NaiveCron random_cron(Random& random) {
  NaiveCron cron;
  cron.text = below(random, 6) == 0 ? all_of(cron.minutes, 0, 59) : random_list(random, {0, 59, 59}, cron.minutes);
  cron.text += " ";
  cron.text += below(random, 2) == 0 ? all_of(cron.hours, 0, 23) : random_list(random, {0, 23, 23}, cron.hours);
  cron.text += "\t ";
  const auto date = below(random, 6);
  cron.any_date = date < 3;
  cron.last_date = date == 3;
  cron.text += cron.any_date ? "*" : cron.last_date ? "L" : random_list(random, {1, 31, 31}, cron.dates);
  // One of the first days of a month is among them, so that no schedule is impossible.
  if (!cron.any_date && !cron.last_date) {
    cron.text += ",7";
    cron.dates.set(7);
  }
  cron.text += " ";
  cron.text += below(random, 4) != 0 ? all_of(cron.months, 1, 12) : random_list(random, {1, 12, 12}, cron.months);
  cron.text += " ";
  cron.any_weekday = below(random, 2) == 0;
  cron.text += cron.any_weekday ? "*" : random_weekdays(random, cron);
  return cron;
}

WallClock::WallClock(const Zone& zone, Instant from, Instant to, Seconds step) {
  const std::chrono::days margin{2};  // more than any change of the clock
  Slot now = std::chrono::floor<std::chrono::minutes>(from - margin);
  Local before = zone.local(now) - step;
  for (; now < to + margin; now += step) {
    const Local local = zone.local(now);
    const Local expected = before + step;  // what the clock shows now unless somebody moved its hands
    for (Local lost = std::chrono::ceil<std::chrono::minutes>(expected); lost < local;
         lost += std::chrono::minutes{1}) {
      minutes_.try_emplace(lost, Shown{wall_of(lost), {now + (lost - expected)}});
    }
    before = local;
    if (!shows_whole_minute(local)) continue;
    auto& shown = minutes_[local];
    if (shown.when.empty()) shown.wall = wall_of(local);
    shown.when.push_back(now);
  }
}

std::vector<Slot> WallClock::slots(const NaiveCron& cron, Instant from, Instant to) const {
  std::vector<Slot> slots;
  for (const auto& [local, shown] : minutes_) {
    if (!cron.matches(shown.wall)) continue;
    const std::size_t times = cron.all_hours() ? shown.when.size() : 1;
    for (std::size_t i = 0; i < times; ++i) {
      if (from < shown.when[i] && shown.when[i] <= to) slots.push_back(shown.when[i]);
    }
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace hz::test
