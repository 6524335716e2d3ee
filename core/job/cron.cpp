#include "core/job/cron.hpp"

#include <algorithm>

namespace hz {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::local_days;

// An offset from UTC is less than 26 hours, so a wall-clock minute and its slot, both read as numbers of seconds,
// are less than that apart, whatever gap or repetition lies between.
constexpr hours max_offset{26};
// A minute that a change of offset touches (skipped, shifted or repeated) has its slots within two offsets of the
// change.
constexpr hours max_reach{3 * 26};

constexpr Slot first_slot = std::chrono::sys_days{std::chrono::year{0} / 1 / 1};
constexpr Slot last_slot = std::chrono::sys_days{std::chrono::year{10'000} / 1 / 1} - Seconds{1};

constexpr int look_ahead_years = 41;

/// (from, to], within the years that have a text form.
struct Window {
  Instant from, to;

  Window(Instant after, Instant until)
      : from(std::max(after, Instant{first_slot} - Millis{1})), to(std::min(until, Instant{last_slot})) {}

  [[nodiscard]] bool empty() const { return from >= to; }
  [[nodiscard]] bool contains(Slot slot) const { return from < slot && slot <= to; }
  /// Days that can have a slot in the window.
  [[nodiscard]] local_days first_day() const { return day_of(from - max_offset); }
  [[nodiscard]] local_days last_day() const { return day_of(to + max_offset); }

 private:
  static local_days day_of(Instant instant) {
    return local_days{std::chrono::floor<days>(instant).time_since_epoch()};
  }
};

/// A wall-clock time read as if it were UTC.
Slot as_utc(Local local) {
  return Slot{local.time_since_epoch()};
}

/// Every slot of one day, minute by minute: right on any day. Neither in order nor free of doubles.
void walk_day(const Zone& zone, local_days day, const std::vector<Seconds>& times, bool both,
              std::vector<Slot>& out) {
  for (const Seconds time : times) {
    const auto mapping = zone.map(day + time);
    out.push_back(mapping.first);
    if (both && mapping.kind == Zone::Mapping::Kind::repeated) out.push_back(mapping.second);
  }
}

/// Tells, for ascending days, which are plain: so far from any change of offset that their slots are the matching
/// minutes minus one offset, and that no other day's slots lie among them.
class PlainDays {
 public:
  explicit PlainDays(const Zone& zone) : zone_(zone) {}

  /// The instant of the day's 00:00 when it is plain.
  [[nodiscard]] std::optional<Slot> midnight(local_days day) {
    const Slot begin = as_utc(day) - max_reach;
    if (!asked_ || (change_ && *change_ <= begin)) {
      asked_ = true;
      change_ = zone_.next_change(begin);
      offset_ = as_utc(zone_.local(begin)) - begin;
    }
    if (change_ && *change_ < as_utc(day) + days{1} + max_reach) return std::nullopt;
    return as_utc(day) - offset_;
  }

 private:
  const Zone& zone_;
  bool asked_ = false;
  std::optional<Slot> change_;  ///< the first after the begin that was last asked about
  Seconds offset_{};            ///< in force up to there
};

void sort_distinct(std::vector<Slot>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

void keep_within(const Window& window, std::vector<Slot>& slots, std::size_t begin) {
  const auto first = slots.begin() + static_cast<std::ptrdiff_t>(begin);
  slots.erase(std::remove_if(first, slots.end(), [&](Slot slot) { return !window.contains(slot); }), slots.end());
}

}  // namespace

std::vector<Seconds> Cron::times_of_day() const {
  std::vector<Seconds> times;
  for (std::size_t hour = 0; hour < hours_.size(); ++hour) {
    for (std::size_t minute = 0; hours_[hour] && minute < minutes_.size(); ++minute) {
      if (minutes_[minute]) times.emplace_back(static_cast<std::int64_t>(hour * 3600 + minute * 60));
    }
  }
  return times;
}

std::vector<Slot> Cron::slots(const Zone& zone, Instant from, Instant to, std::size_t limit) const {
  const Window window{from, to};
  std::vector<Slot> out;
  if (window.empty() || limit == 0) return out;
  const auto times = times_of_day();
  PlainDays plain{zone};
  for (auto day = days_.first(window.first_day(), window.last_day()); day;
       day = days_.first(*day + days{1}, window.last_day())) {
    const std::size_t before = out.size();
    if (const auto midnight = plain.midnight(*day)) {
      for (const Seconds time : times) out.push_back(*midnight + time);
    } else {
      walk_day(zone, *day, times, covers_all_hours(), out);
    }
    keep_within(window, out, before);
    if (out.size() < limit) continue;
    // Slots of later days come after this; only what lies before is sure to be the oldest.
    const Slot settled = as_utc(*day) + days{1} - max_offset;
    sort_distinct(out);
    if (out.size() >= limit && out[limit - 1] <= settled) break;
  }
  sort_distinct(out);
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::optional<Slot> Cron::newest(const Zone& zone, Instant from, Instant to) const {
  const Window window{from, to};
  if (window.empty()) return std::nullopt;
  const auto times = times_of_day();
  std::optional<Slot> best;
  std::vector<Slot> found;
  for (auto day = days_.newest(window.first_day(), window.last_day()); day;
       day = days_.newest(window.first_day(), *day - days{1})) {
    // Slots of this day and of earlier ones come before its end plus the largest offset.
    if (best && *best >= as_utc(*day) + days{1} + max_offset) break;
    found.clear();
    walk_day(zone, *day, times, covers_all_hours(), found);
    keep_within(window, found, 0);
    for (const Slot slot : found) best = std::max(best.value_or(slot), slot);
  }
  return best;
}

std::uint64_t Cron::count(const Zone& zone, Instant from, Instant to) const {
  const Window window{from, to};
  if (window.empty()) return 0;
  const auto times = times_of_day();
  std::uint64_t whole = 0;
  std::vector<Slot> walked;
  PlainDays plain{zone};
  for (auto day = days_.first(window.first_day(), window.last_day()); day;
       day = days_.first(*day + days{1}, window.last_day())) {
    const auto midnight = plain.midnight(*day);
    if (midnight && window.contains(*midnight + times.front()) && window.contains(*midnight + times.back())) {
      whole += times.size();
      continue;
    }
    const std::size_t before = walked.size();
    walk_day(zone, *day, times, covers_all_hours(), walked);
    keep_within(window, walked, before);
  }
  sort_distinct(walked);
  return whole + walked.size();
}

std::optional<Slot> Cron::next(const Zone& zone, Instant from) const {
  const Instant start = std::clamp(from, Instant{first_slot} - Millis{1}, Instant{last_slot});
  const auto found = slots(zone, start, start + std::chrono::years{look_ahead_years}, 1);
  return found.empty() ? std::nullopt : std::optional{found.front()};
}

}  // namespace hz
