#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <span>

#include "core/base/text.hpp"
#include "core/job/cron.hpp"

namespace hz {
namespace {

constexpr std::size_t max_text = 1000;  // every value of every field listed one by one is about half of that

constexpr std::array<std::string_view, 12> month_names{"jan", "feb", "mar", "apr", "may", "jun",
                                                       "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> weekday_names{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

struct FieldKind {
  std::string_view name;
  int min = 0, max = 0;
  int end = 0;  ///< the last value of `*` and `a/n`, where ranges wrap: 6 for days of the week, whose 7 is 0 again
  std::span<const std::string_view> names{};
};
const FieldKind minute_field{"minute", 0, 59, 59};
const FieldKind hour_field{"hour", 0, 23, 23};
const FieldKind date_field{"day of month", 1, 31, 31};
const FieldKind month_field{"month", 1, 12, 12, month_names};
const FieldKind weekday_field{"day of week", 0, 7, 6, weekday_names};

const std::array<std::pair<std::string_view, std::string_view>, 7> macros{{{"@hourly", "0 * * * *"},
                                                                           {"@daily", "0 0 * * *"},
                                                                           {"@midnight", "0 0 * * *"},
                                                                           {"@weekly", "0 0 * * 0"},
                                                                           {"@monthly", "0 0 1 * *"},
                                                                           {"@yearly", "0 0 1 1 *"},
                                                                           {"@annually", "0 0 1 1 *"}}};

std::string quoted(std::string_view text) {
  return fmt::format("\"{}\"", cut(escape_for_display(text), 120));
}

std::string lower(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  for (;;) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return fields;
    text.remove_prefix(begin);
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string allowed(const FieldKind& kind) {
  if (kind.names.empty()) return fmt::format("write {} to {}", kind.min, kind.max);
  const bool week = kind.min == 0;  // mon to sun, jan to dec
  return fmt::format("write {} to {}, or {} to {}", kind.min, kind.max, kind.names[week ? 1 : 0],
                     week ? kind.names.front() : kind.names.back());
}

/// The parts of an Error that a field knows; the schedule adds its own text.
Error refusal(std::string why, std::string fix) {
  return {ErrorKind::config, "", std::move(why), "", std::move(fix)};
}

Result<int> parse_value(const FieldKind& kind, std::string_view text) {
  if (text.empty()) return refusal(fmt::format("a value is missing in the {} field", kind.name), allowed(kind));
  if (is_digits(text)) {
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault == std::errc{} && value >= kind.min && value <= kind.max) return value;
    return refusal(fmt::format("{} {} is out of range {}–{}", kind.name, cut(text, 20), kind.min, kind.max),
                   allowed(kind));
  }
  const std::string name = lower(text);
  for (std::size_t i = 0; i < kind.names.size(); ++i) {
    if (kind.names[i] == name) return static_cast<int>(i) + kind.min;
  }
  return refusal(fmt::format("{} {} is not known", kind.name, quoted(text)), allowed(kind));
}

/// The values of a-b in the order in which a step takes them; 7 stays 7.
Result<std::vector<int>> parse_range(const FieldKind& kind, std::string_view text, std::size_t dash) {
  if (dash == 0) {
    return refusal(fmt::format("{} {} is out of range {}–{}", kind.name, quoted(text), kind.min, kind.max),
                   allowed(kind));
  }
  HZ_TRY_ASSIGN(int begin, parse_value(kind, text.substr(0, dash)));
  HZ_TRY_ASSIGN(const int end, parse_value(kind, text.substr(dash + 1)));
  if (begin > end && begin > kind.end) begin = kind.min;  // 7-2 starts on Sunday
  if (begin == end) {
    return refusal(fmt::format("{} {} goes from a value to itself", kind.name, quoted(text)),
                   fmt::format("write the one value alone, or * for every {}", kind.name));
  }
  std::vector<int> values;
  for (int v = begin; v <= (begin < end ? end : kind.end); ++v) values.push_back(v);
  for (int v = kind.min; begin > end && v <= end; ++v) values.push_back(v);
  return values;
}

Result<std::size_t> parse_step(const FieldKind& kind, std::string_view item, std::string_view text,
                               std::size_t choices) {
  const std::string fix = fmt::format("write a step of at least 1 that takes two or more values, such as {}/2",
                                      kind.min == 0 ? "*" : fmt::format("{}-{}", kind.min, kind.end));
  std::size_t step = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), step);
  if (!is_digits(text) || (fault == std::errc{} && step == 0)) {
    return refusal(fmt::format("{} {} has no step of 1 or more", kind.name, quoted(item)), fix);
  }
  if (fault != std::errc{} || step >= choices) {
    return refusal(fmt::format("the step of {} {} takes only its first value", kind.name, quoted(item)), fix);
  }
  return step;
}

/// One member of a list: `*`, a value, a range, each with or without a step.
Result<std::vector<int>> parse_item(const FieldKind& kind, std::string_view item) {
  const auto slash = item.find('/');
  const auto base = item.substr(0, slash);
  const auto dash = base.find('-');
  std::vector<int> values;
  if (dash != std::string_view::npos) {
    HZ_TRY_ASSIGN(values, parse_range(kind, base, dash));
  } else {
    int begin = kind.min;
    if (base != "*") {
      HZ_TRY_ASSIGN(begin, parse_value(kind, base));
    }
    const bool many = base == "*" || slash != std::string_view::npos;
    for (int v = begin; v <= (many ? std::max(begin, kind.end) : begin); ++v) values.push_back(v);
  }
  if (slash == std::string_view::npos) return values;
  HZ_TRY_ASSIGN(const std::size_t step, parse_step(kind, item, item.substr(slash + 1), values.size()));
  std::vector<int> taken;
  for (std::size_t i = 0; i < values.size(); i += step) taken.push_back(values[i]);
  return taken;
}

/// Calls `put` for each member of the list; `*` among others is refused.
template <class Put>
Result<void> each_item(const FieldKind& kind, std::string_view field, Put put) {
  const auto items = split(field, ',');
  for (const auto item : items) {
    if (item == "*" && items.size() > 1) {
      return refusal(fmt::format("{} {} lists * among others", kind.name, quoted(field)),
                     fmt::format("write * alone for every {}", kind.name));
    }
    HZ_TRY(put(item));
  }
  return ok();
}

template <std::size_t N>
Result<void> parse_field(const FieldKind& kind, std::string_view field, std::bitset<N>& out) {
  return each_item(kind, field, [&](std::string_view item) -> Result<void> {
    HZ_TRY_ASSIGN(const auto values, parse_item(kind, item));
    for (const int v : values) out.set(static_cast<std::size_t>(v));
    return ok();
  });
}

Result<void> parse_dates(std::string_view field, CronDays& days) {
  days.by_date = field != "*";
  return each_item(date_field, field, [&](std::string_view item) -> Result<void> {
    if (lower(item) == "l") {
      days.last_date = true;
      return ok();
    }
    return parse_field(date_field, item, days.dates);
  });
}

Result<std::size_t> parse_weekday(std::string_view text) {
  HZ_TRY_ASSIGN(const int value, parse_value(weekday_field, text));
  return static_cast<std::size_t>(value % 7);
}

Result<void> parse_weekday_item(std::string_view item, CronDays& days) {
  if (const auto hash = item.find('#'); hash != std::string_view::npos) {
    HZ_TRY_ASSIGN(const auto weekday, parse_weekday(item.substr(0, hash)));
    const auto nth = item.substr(hash + 1);
    if (nth.size() != 1 || nth[0] < '1' || nth[0] > '5') {
      return refusal(fmt::format("day of week {} has no week from #1 to #5", quoted(item)),
                     "write fri#2 for the second Friday of a month, L5 for the last");
    }
    days.nth_weekdays[weekday].set(static_cast<std::size_t>(nth[0] - '0'));
    return ok();
  }
  if (item.size() > 1 && (item[0] == 'L' || item[0] == 'l')) {
    HZ_TRY_ASSIGN(const auto weekday, parse_weekday(item.substr(1)));
    days.last_weekdays.set(weekday);
    return ok();
  }
  if (lower(item) == "l" || (item.size() == 2 && lower(item)[1] == 'l')) {
    return refusal(fmt::format("day of week {} is not known", quoted(item)),
                   "write L5 for the last Friday of a month, sat for each Saturday");
  }
  HZ_TRY_ASSIGN(const auto values, parse_item(weekday_field, item));
  for (const int v : values) days.weekdays.set(static_cast<std::size_t>(v % 7));
  return ok();
}

Result<void> parse_weekdays(std::string_view field, CronDays& days) {
  days.by_weekday = field != "*";
  return each_item(weekday_field, field, [&](std::string_view item) { return parse_weekday_item(item, days); });
}

/// The five fields of a macro, or the text itself.
Result<std::string_view> expand(std::string_view text) {
  if (!text.starts_with('@')) return text;
  for (const auto& [name, fields] : macros) {
    if (lower(text) == name) return fields;
  }
  return refusal(lower(text) == "@reboot" ? "a start of the machine is no time of day" : "there is no such name",
                 "write @hourly, @daily, @weekly, @monthly, @yearly or five fields");
}

}  // namespace

Result<Cron> Cron::parse(std::string_view text) {
  const auto refuse = [&](Error error) {
    error.what = fmt::format("schedule {} is not understood", quoted(text));
    return error;
  };
  if (text.size() > max_text) {
    return refuse(refusal(fmt::format("it has {} bytes, at most {} are read", text.size(), max_text),
                          "write ranges and steps, such as */5, in place of long lists"));
  }
  Cron cron;
  cron.text_ = fmt::format("{}", fmt::join(fields_of(text), " "));
  const auto expanded = expand(cron.text_);
  if (!expanded) return refuse(expanded.error());
  const auto fields = fields_of(*expanded);
  if (fields.size() != 5) {
    return refuse(
        refusal(fields.empty() ? std::string{"it is empty"}
                : fields.size() < 5
                    ? fmt::format("it has {} of five fields", fields.size())
                    : fmt::format("it has {} fields; five are read, seconds and years are not", fields.size()),
                "write minute, hour, day of month, month and day of week, such as \"0 9 * * *\" for 09:00 "
                "each day"));
  }
  const auto parsed = [&]() -> Result<void> {
    HZ_TRY(parse_field(minute_field, fields[0], cron.minutes_));
    HZ_TRY(parse_field(hour_field, fields[1], cron.hours_));
    HZ_TRY(parse_dates(fields[2], cron.days_));
    HZ_TRY(parse_field(month_field, fields[3], cron.days_.months));
    return parse_weekdays(fields[4], cron.days_);
  }();
  if (!parsed) return refuse(parsed.error());
  if (!cron.days_.possible()) {
    return Error{ErrorKind::config, fmt::format("schedule {} is never due", quoted(text)), "no year has such a day",
                 "", "correct the day or the month; L is the last day of any month"};
  }
  return cron;
}

}  // namespace hz
