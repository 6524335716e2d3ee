#include <algorithm>

#include "core/job/cron.hpp"

namespace hz {
namespace {

using std::chrono::days;
using std::chrono::local_days;
using std::chrono::months;
using std::chrono::year_month;
using std::chrono::year_month_day;
using std::chrono::year_month_day_last;

unsigned days_in(year_month month) {
  return static_cast<unsigned>(year_month_day_last{month.year(), std::chrono::month_day_last{month.month()}}.day());
}

}  // namespace

bool CronDays::matches(year_month_day day) const {
  if (!months[static_cast<unsigned>(day.month())]) return false;
  if (!by_date && !by_weekday) return true;
  const auto date = static_cast<unsigned>(day.day());
  const unsigned length = days_in({day.year(), day.month()});
  if (by_date && (dates[date] || (last_date && date == length))) return true;
  if (!by_weekday) return false;
  const unsigned weekday = std::chrono::weekday{local_days{day}}.c_encoding();
  return weekdays[weekday] || nth_weekdays[weekday][(date - 1) / 7 + 1] ||
         (last_weekdays[weekday] && date + 7 > length);
}

std::optional<local_days> CronDays::first(local_days from, local_days last) const {
  for (local_days day = from; day <= last;) {
    const year_month_day date{day};
    if (matches(date)) return day;
    if (months[static_cast<unsigned>(date.month())]) {
      day += days{1};
    } else {
      const auto next = year_month{date.year(), date.month()} + std::chrono::months{1};
      day = local_days{next / 1};
    }
  }
  return std::nullopt;
}

std::optional<local_days> CronDays::newest(local_days first, local_days from) const {
  for (local_days day = from; day >= first;) {
    const year_month_day date{day};
    if (matches(date)) return day;
    if (months[static_cast<unsigned>(date.month())]) {
      day -= days{1};
    } else {
      day = local_days{year_month{date.year(), date.month()} / 1} - days{1};
    }
  }
  return std::nullopt;
}

bool CronDays::possible() const {
  // Every month has each weekday; only February has a fifth of one not each year, but it has in some.
  if (by_weekday || !by_date || last_date) return true;
  for (unsigned month = 1; month <= 12; ++month) {
    const unsigned length = days_in(std::chrono::year{2000} / static_cast<int>(month));  // a leap year
    for (unsigned date = 1; months[month] && date <= length; ++date) {
      if (dates[date]) return true;
    }
  }
  return false;
}

}  // namespace hz
