// Cron schedules (D6). Five fields of wall-clock minutes in a zone; a time that does not exist runs shifted by the gap; a
// time that happens twice runs once, at its first occurrence, unless the hour field covers all 24 hours.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/port/zones.hpp"

namespace hz {

class Cron {
 public:
  /// Names in any case, 7 = Sunday, steps, ranges that wrap (fri-mon), L, fri#2, L5, @hourly … @yearly. Config error with
  /// the field, what is wrong with it and a hint. A day that no year has ("0 0 31 2 *") is an error too.
  [[nodiscard]] static Result<Cron> parse(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool covers_all_hours() const { return hours_.all(); }
  bool operator==(const Cron& other) const { return text_ == other.text_; }

  /// Slots in (from, to], ascending, at most `limit`. O(days in the range + slots).
  [[nodiscard]] std::vector<Slot> slots(const Zone& zone, Instant from, Instant to, std::size_t limit = SIZE_MAX) const;
  /// The newest slot in (from, to].
  [[nodiscard]] std::optional<Slot> newest(const Zone& zone, Instant from, Instant to) const;
  /// How many slots lie in (from, to].
  [[nodiscard]] std::uint64_t count(const Zone& zone, Instant from, Instant to) const;
  /// The first slot after `from`, looking ahead at most 9 years (29 February across 1900, 2100 is 8 years apart).
  [[nodiscard]] std::optional<Slot> next(const Zone& zone, Instant from) const;

 private:
  Cron() = default;
  std::string text_;
  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<7> weekdays_;
  // the implementer may change the private representation
};

}  // namespace hz
