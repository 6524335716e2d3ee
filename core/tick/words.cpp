#include "core/tick/words.hpp"

#include <fmt/format.h>

namespace hz {

namespace {

struct Parts {
  std::chrono::year_month_day date{};
  std::chrono::hh_mm_ss<Seconds> time;
};

Parts parts_of(const Zone& zone, Slot slot) {
  const Local local = zone.local(slot);
  const auto day = std::chrono::floor<std::chrono::days>(local);
  return {std::chrono::year_month_day{day}, std::chrono::hh_mm_ss<Seconds>{local - day}};
}

void add_part(std::string& text, std::uint64_t count, std::string_view word) {
  if (count == 0) return;
  text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
}

}  // namespace

std::string local_text(const Zone& zone, Slot slot) {
  const Parts parts = parts_of(zone, slot);
  return fmt::format("{:04}-{:02}-{:02} {}", static_cast<int>(parts.date.year()),
                     static_cast<unsigned>(parts.date.month()), static_cast<unsigned>(parts.date.day()),
                     local_clock(zone, slot));
}

std::string local_clock(const Zone& zone, Slot slot) {
  const Parts parts = parts_of(zone, slot);
  return fmt::format("{:02}:{:02}", parts.time.hours().count(), parts.time.minutes().count());
}

std::string news_text(const std::map<std::string, InputSeen>& inputs) {
  if (inputs.empty()) return "";
  std::uint64_t fresh = 0;
  std::uint64_t changed = 0;
  std::uint64_t gone = 0;
  for (const auto& [name, seen] : inputs) {
    fresh += seen.fresh;
    changed += seen.changed;
    gone += seen.gone;
  }
  std::string text;
  add_part(text, fresh, "new");
  add_part(text, changed, "changed");
  add_part(text, gone, "gone");
  return text.empty() ? "nothing new" : text;
}

}  // namespace hz
