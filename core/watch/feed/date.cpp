// Dates of feeds. RFC 822 with the amendments of RFC 2822 (§4.3: two-digit years, names of zones), and RFC 3339.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/watch/feed/entry.hpp"

namespace hz::feed {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  std::size_t start = 0;
  while ((start = text.find_first_not_of(" \t\r\n", start)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", start), text.size());
    result.push_back(lower(text.substr(start, end - start)));
    start = end;
  }
  return result;
}

std::optional<int> number(std::string_view digits, int max) {
  int value = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || fault != std::errc{} || end != digits.data() + digits.size() || value < 0 || value > max) {
    return std::nullopt;
  }
  return value;
}

std::optional<unsigned> month(const std::string& name) {
  constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};
  const auto found = std::find(names.begin(), names.end(), std::string_view(name).substr(0, 3));
  if (found == names.end()) return std::nullopt;
  return static_cast<unsigned>(found - names.begin()) + 1;
}

std::optional<int> year(const std::string& digits) {
  const auto value = number(digits, 9999);
  if (!value || digits.size() == 4) return value;
  if (digits.size() == 3) return *value + 1900;
  if (digits.size() == 2) return *value + (*value < 50 ? 2000 : 1900);
  return std::nullopt;
}

std::optional<Seconds> time_of_day(std::string_view text) {
  std::vector<int> parts;
  while (parts.size() < 3) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto part = number(text.substr(0, colon), parts.empty() ? 23 : 59);
    if (!part) return std::nullopt;
    parts.push_back(*part);
    if (colon == text.size()) break;
    text.remove_prefix(colon + 1);
    if (parts.size() == 3) return std::nullopt;
  }
  if (parts.size() < 2) return std::nullopt;
  return hours{parts[0]} + minutes{parts[1]} + Seconds{parts.size() == 3 ? parts[2] : 0};
}

std::optional<minutes> offset(const std::string& zone) {
  struct Named {
    std::string_view name;
    int hours;
  };
  constexpr std::array<Named, 12> names{{{"gmt", 0},
                                         {"ut", 0},
                                         {"utc", 0},
                                         {"z", 0},
                                         {"est", -5},
                                         {"edt", -4},
                                         {"cst", -6},
                                         {"cdt", -5},
                                         {"mst", -7},
                                         {"mdt", -6},
                                         {"pst", -8},
                                         {"pdt", -7}}};
  for (const Named& named : names) {
    if (zone == named.name) return hours{named.hours};
  }
  std::string digits = zone.substr(std::min<std::size_t>(1, zone.size()));
  std::erase(digits, ':');
  if (digits.size() != 4 || (zone.front() != '+' && zone.front() != '-')) return std::nullopt;
  const auto h = number(std::string_view(digits).substr(0, 2), 23);
  const auto m = number(std::string_view(digits).substr(2), 59);
  if (!h || !m) return std::nullopt;
  const minutes size = hours{*h} + minutes{*m};
  return zone.front() == '-' ? -size : size;
}

/// "Mon, 30 Nov 2026 09:00:00 +0100"; the weekday may be missing and is not checked.
std::optional<Slot> parse_rfc822(std::string_view text) {
  std::vector<std::string> parts = words(text);
  if (!parts.empty() && parts.front().find_first_of("0123456789") == std::string::npos) parts.erase(parts.begin());
  if (parts.size() != 5) return std::nullopt;
  const auto d = number(parts[0], 31);
  const auto m = month(parts[1]);
  const auto y = year(parts[2]);
  const auto time = time_of_day(parts[3]);
  const auto zone = offset(parts[4]);
  if (!d || !m || !y || !time || !zone) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*y}, std::chrono::month{*m},
                                         std::chrono::day{static_cast<unsigned>(*d)}};
  if (!date.ok()) return std::nullopt;
  const Slot slot = std::chrono::sys_days{date} + *time - *zone;
  // The offset may lead out of the years that four digits can name.
  const int y_utc =
      static_cast<int>(std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(slot)}.year());
  return y_utc >= 0 && y_utc <= 9999 ? std::optional{slot} : std::nullopt;
}

}  // namespace

std::string to_utc(const std::string& date) {
  if (const auto slot = parse_rfc822(date)) return to_text(*slot);
  const auto instant = parse_time_of_person(date);
  if (!instant) return date;
  const Slot slot = std::chrono::floor<Seconds>(*instant);
  return Instant{slot} == *instant ? to_text(slot) : to_text(*instant);
}

}  // namespace hz::feed
