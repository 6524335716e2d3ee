#include "core/job/cron.hpp"
#include "heads/host/zones.hpp"
#include "tests/cases/case_table.hpp"

namespace hz::cases {
namespace {

using Wrong = std::optional<std::string>;

/// The same question asked backwards and by counting must agree with the list.
Wrong check_agreement(const Cron& cron, const Zone& zone, Instant from, Instant to,
                      const std::vector<Slot>& slots) {
  if (const auto count = cron.count(zone, from, to); count != slots.size()) {
    return fmt::format("{} slots, but count says {}", slots.size(), count);
  }
  const auto newest = cron.newest(zone, from, to);
  if (newest != (slots.empty() ? std::nullopt : std::optional{slots.back()})) {
    return fmt::format("the newest slot should be {}, got {}", slots.empty() ? "none" : to_text(slots.back()),
                       newest ? to_text(*newest) : "none");
  }
  const auto next = cron.next(zone, from);
  if (!slots.empty() && next != slots.front()) {
    return fmt::format("the next slot should be {}, got {}", to_text(slots.front()),
                       next ? to_text(*next) : "none");
  }
  return std::nullopt;
}

Wrong check_case(const Zones& zones, const Json& row) {
  const auto zone = zones.load(text_at(row, "tz").value_or("UTC"));
  if (!zone) return zone.error().what;
  const auto cron = Cron::parse(text_at(row, "expr").value_or(""));
  if (flag_at(row, "error").value_or(false)) {
    return cron ? Wrong{fmt::format("expected a refusal, got \"{}\"", cron->text())} : std::nullopt;
  }
  const auto expected = texts_at(row, "expect");
  const auto from = instant_at(row, "from");
  const auto to = instant_at(row, "to");
  if (!expected || !from || !to) return "the case needs expect, from and to";
  if (!cron) {
    // A schedule that no year has is refused rather than empty: both are right answers to a case that expects no
    // slot.
    const bool never = cron.error().what.ends_with("is never due");
    return never && expected->empty() ? std::nullopt
                                      : Wrong{fmt::format("{}: {}", cron.error().what, cron.error().why)};
  }
  const auto slots = cron->slots(**zone, *from, *to);
  if (texts_of(slots) != *expected)
    return fmt::format("expected {}, got {}", shown(*expected), shown(texts_of(slots)));
  return check_agreement(*cron, **zone, *from, *to, slots);
}

}  // namespace

Tally run_cron(const Json& file) {
  const auto zones = make_system_zones({});
  return run_table(file, "cron", [&](const Json& row) { return check_case(*zones, row); });
}

}  // namespace hz::cases
