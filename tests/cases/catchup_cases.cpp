#include "core/job/schedule.hpp"
#include "heads/host/zones.hpp"
#include "tests/cases/case_table.hpp"

namespace hz::cases {
namespace {

using Wrong = std::optional<std::string>;

struct Question {
  ScheduleHistory history;
  DueQuestion due;
};

/// A case gives a job with one schedule. A job with a receipt has had it since before that, a new one since this
/// tick.
std::variant<Question, std::string> read_question(const Zones& zones, const Json& row) {
  const auto now = instant_at(row, "now");
  const auto catch_up = parse_catch_up(text_at(row, "catch_up").value_or(""));
  if (!now || !catch_up) return "the case needs now and catch_up";
  const auto zone = zones.load(text_at(row, "tz").value_or("UTC"));
  if (!zone) return zone.error().what;
  const auto cron = Cron::parse(text_at(row, "expr").value_or(""));
  if (!cron) return fmt::format("{}: {}", cron.error().what, cron.error().why);

  Question question;
  question.due.now = *now;
  question.due.newest_known = slot_at(row, "last_receipt_slot");
  ScheduleSpan span;
  span.cron = *cron;
  span.zone = *zone;
  span.catch_up = *catch_up;
  span.interval = std::chrono::minutes{integer_at(row, "interval_minutes").value_or(5)};
  span.from = schedule_start(instant_at(row, "previous_tick"), *now, span.interval);
  if (question.due.newest_known) span.from = std::min(span.from, Instant{*question.due.newest_known});
  question.history.push_back(std::move(span));
  return question;
}

Wrong check_run(const Json& row, const Due& due) {
  const auto got = texts_of(due.run);
  if (const auto expected = texts_at(row, "run")) {
    return got == *expected ? std::nullopt
                            : Wrong{fmt::format("expected to run {}, got {}", shown(*expected), shown(got))};
  }
  const Json* expected = member(row, "run");
  if (expected == nullptr) return "the case needs run";
  const std::string first = got.empty() ? "none" : got.front();
  const std::string last = got.empty() ? "none" : got.back();
  const auto count = integer_at(*expected, "count").value_or(0);
  const auto want_first = text_at(*expected, "first").value_or(first);
  const auto want_last = text_at(*expected, "last").value_or(last);
  if (std::cmp_equal(count, got.size()) && first == want_first && last == want_last) return std::nullopt;
  return fmt::format("expected to run {} from {} to {}, got {} from {} to {}", count, want_first, want_last,
                     got.size(), first, last);
}

Wrong check_rest(const Json& row, const Question& question, const Due& due) {
  if (const auto count = integer_at(row, "due_count"); count && !std::cmp_equal(*count, due.count)) {
    return fmt::format("expected {} due, got {}", *count, due.count);
  }
  if (const auto skipped = flag_at(row, "recorded_skipped"); skipped && *skipped != due.skipped.has_value()) {
    return fmt::format("expected {} recorded as skipped, got {}", *skipped ? "a slot" : "no slot",
                       due.skipped ? std::to_string(due.skipped->count) : "none");
  }
  const auto logged = text_at(row, "logged");
  if (logged && due.clock_went_back.value_or("").find(*logged) == std::string::npos) {
    return fmt::format(R"(expected the log to say "{}", got "{}")", *logged, due.clock_went_back.value_or(""));
  }
  if (!logged && due.clock_went_back) return fmt::format("unexpected in the log: \"{}\"", *due.clock_went_back);
  if (const auto expected = text_at(row, "next_tick_first")) {
    DueQuestion next = question.due;
    if (!due.run.empty()) next.newest_known = due.run.back();
    const auto run = texts_of(due_slots(question.history, next).run);
    const std::string first = run.empty() ? "none" : run.front();
    if (first != *expected) return fmt::format("expected the next tick to begin with {}, got {}", *expected, first);
  }
  return std::nullopt;
}

Wrong check_case(const Zones& zones, const Json& row) {
  const auto read = read_question(zones, row);
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  const auto& question = std::get<Question>(read);
  const Due due = due_slots(question.history, question.due);
  if (auto wrong = check_run(row, due)) return wrong;
  return check_rest(row, question, due);
}

}  // namespace

Tally run_catchup(const Json& file) {
  const auto zones = make_system_zones({});
  return run_table(file, "catchup", [&](const Json& row) { return check_case(*zones, row); });
}

}  // namespace hz::cases
