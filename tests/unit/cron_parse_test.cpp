#include "core/job/cron.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

/// "what: why; fix"
std::string refusal(std::string_view text) {
  const auto cron = Cron::parse(text);
  if (cron) return "accepted";
  CHECK(cron.error().kind == ErrorKind::config);
  CHECK(cron.error().kept.empty());
  return cron.error().why + "; " + cron.error().fix;
}

/// The same slots on every day and minute that tell them apart: two schedules mean the same.
bool same(std::string_view one, std::string_view other) {
  class Utc final : public Zone {
   public:
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] Mapping map(Local local) const override {
      return {Mapping::Kind::unique, Slot{local.time_since_epoch()}, Slot{local.time_since_epoch()}};
    }
    [[nodiscard]] Local local(Slot slot) const override { return Local{slot.time_since_epoch()}; }
    [[nodiscard]] std::optional<Slot> next_change(Slot) const override { return std::nullopt; }

   private:
    std::string name_ = "UTC";
  };
  const auto a = Cron::parse(one);
  const auto b = Cron::parse(other);
  REQUIRE(a);
  REQUIRE(b);
  const Utc utc;
  const Instant from{std::chrono::sys_days{std::chrono::year{2027} / 12 / 31}};
  const auto slots = a->slots(utc, from, from + std::chrono::days{366}, 100'000);
  return !slots.empty() && slots == b->slots(utc, from, from + std::chrono::days{366}, 100'000);
}

}  // namespace

TEST_CASE("a schedule that is not understood is quoted, with what is wrong and what to write") {
  const auto cron = Cron::parse("60 * * * *");
  REQUIRE(!cron);
  CHECK(cron.error() == Error{ErrorKind::config, "schedule \"60 * * * *\" is not understood",
                              "minute 60 is out of range 0–59", "", "write 0 to 59"});
}

TEST_CASE("values are within their field") {
  CHECK(refusal("* 24 * * *") == "hour 24 is out of range 0–23; write 0 to 23");
  CHECK(refusal("* * 0 * *") == "day of month 0 is out of range 1–31; write 1 to 31");
  CHECK(refusal("* * * 13 *") == "month 13 is out of range 1–12; write 1 to 12, or jan to dec");
  CHECK(refusal("* * * * 8") == "day of week 8 is out of range 0–7; write 0 to 7, or mon to sun");
  CHECK(refusal("99999999999999999999 * * * *") ==
        "minute 99999999999999999999 is out of range 0–59; write 0 to 59");
  CHECK(refusal("-1 * * * *") == "minute \"-1\" is out of range 0–59; write 0 to 59");
  CHECK(refusal("1.5 * * * *") == "minute \"1.5\" is not known; write 0 to 59");
  CHECK(refusal("+5 * * * *") == "minute \"+5\" is not known; write 0 to 59");
}

TEST_CASE("there are five fields, no more and no fewer") {
  const std::string fix =
      "; write minute, hour, day of month, month and day of week, such as \"0 9 * * *\" for 09:00 each day";
  CHECK(refusal("") == "it is empty" + fix);
  CHECK(refusal(" \t ") == "it is empty" + fix);
  CHECK(refusal("* * * *") == "it has 4 of five fields" + fix);
  CHECK(refusal("0 0 9 * * *") == "it has 6 fields; five are read, seconds and years are not" + fix);
  CHECK(refusal("0 9 * *\n*") == "it has 4 of five fields" + fix);
}

TEST_CASE("every part of a list, a range and a step is there") {
  CHECK(refusal(",5 * * * *") == "a value is missing in the minute field; write 0 to 59");
  CHECK(refusal("5, * * * *") == "a value is missing in the minute field; write 0 to 59");
  CHECK(refusal("5- * * * *") == "a value is missing in the minute field; write 0 to 59");
  CHECK(refusal("1-2-3 * * * *") == "minute \"2-3\" is not known; write 0 to 59");
  CHECK(refusal("/5 * * * *") == "a value is missing in the minute field; write 0 to 59");
  CHECK(refusal("0 0 0/10 * *") == "day of month 0 is out of range 1–31; write 1 to 31");
}

TEST_CASE("a step is at least 1 and takes two or more values") {
  const std::string fix = "; write a step of at least 1 that takes two or more values, such as */2";
  CHECK(refusal("*/ * * * *") == "minute \"*/\" has no step of 1 or more" + fix);
  CHECK(refusal("*/0 * * * *") == "minute \"*/0\" has no step of 1 or more" + fix);
  CHECK(refusal("*/-5 * * * *") == "minute \"*/-5\" has no step of 1 or more" + fix);
  CHECK(refusal("*/5/5 * * * *") == "minute \"*/5/5\" has no step of 1 or more" + fix);
  CHECK(refusal("*/60 * * * *") == "the step of minute \"*/60\" takes only its first value" + fix);
  CHECK(refusal("59/15 * * * *") == "the step of minute \"59/15\" takes only its first value" + fix);
  CHECK(refusal("1-5/9 * * * *") == "the step of minute \"1-5/9\" takes only its first value" + fix);
  CHECK(refusal("*/99999999999999999999 * * * *") ==
        "the step of minute \"*/99999999999999999999\" takes only its first value" + fix);
  CHECK(refusal("0 0 * */12 *") ==
        "the step of month \"*/12\" takes only its first value; write a step of at least 1 that takes two or more "
        "values, such as 1-12/2");
  CHECK(same("*/59 1 * * *", "0,59 1 * * *"));
  CHECK(same("*/1 1 * * *", "* 1 * * *"));
  CHECK(same("5/15 1 * * *", "5-59/15 1 * * *"));
  CHECK(same("0 2/4 * * *", "0 2,6,10,14,18,22 * * *"));
}

TEST_CASE("ranges may wrap, but not go from a value to itself") {
  CHECK(same("0 22-2 * * *", "0 22,23,0,1,2 * * *"));
  CHECK(same("0 0 * nov-feb *", "0 0 * 11,12,1,2 *"));
  CHECK(same("0 0 28-3 * *", "0 0 28,29,30,31,1,2,3 * *"));
  CHECK(same("0 0 * * fri-mon", "0 0 * * 5,6,0,1"));
  CHECK(same("0 0 * * fri-mon/2", "0 0 * * fri,sun"));
  CHECK(same("50-10/10 0 * * *", "50,0,10 0 * * *"));
  CHECK(refusal("5-5 * * * *") ==
        "minute \"5-5\" goes from a value to itself; write the one value alone, or * for every minute");
  CHECK(
      refusal("0 0 * * sun-sun") ==
      "day of week \"sun-sun\" goes from a value to itself; write the one value alone, or * for every day of week");
}

TEST_CASE("Sunday is 0 and 7") {
  CHECK(same("0 0 * * 7", "0 0 * * sun"));
  CHECK(same("0 0 * * 0", "0 0 * * sun"));
  CHECK(same("0 0 * * 5-7", "0 0 * * fri,sat,sun"));
  CHECK(same("0 0 * * 7-2", "0 0 * * sun,mon,tue"));
  CHECK(same("0 0 * * 0-7", "0 0 * * *"));
  CHECK(same("0 0 * * 1-7", "0 0 * * *"));
  CHECK(same("0 0 * * 1/2", "0 0 * * mon,wed,fri"));
  CHECK(refusal("0 0 * * 7-0") ==
        "day of week \"7-0\" goes from a value to itself; write the one value alone, or * for every day of week");
}

TEST_CASE("names have three letters, in any case") {
  CHECK(same("0 0 * JAN-mar Mon", "0 0 * 1-3 1"));
  CHECK(same("0 0 * * mOn-5", "0 0 * * 1-5"));
  CHECK(refusal("* * * * MONDAYS") == "day of week \"MONDAYS\" is not known; write 0 to 7, or mon to sun");
  CHECK(refusal("* * * january *") == "month \"january\" is not known; write 1 to 12, or jan to dec");
  CHECK(refusal("mon * * * *") == "minute \"mon\" is not known; write 0 to 59");
  CHECK(same("00 09 * * *", "0 9 * * *"));
}

TEST_CASE("a star stands alone") {
  CHECK(refusal("*,5 * * * *") == "minute \"*,5\" lists * among others; write * alone for every minute");
  CHECK(refusal("* * 1,* * *") ==
        "day of month \"1,*\" lists * among others; write * alone for every day of month");
  CHECK(refusal("* * * * mon,*") ==
        "day of week \"mon,*\" lists * among others; write * alone for every day of week");
  CHECK(refusal("*5 * * * *") == "minute \"*5\" is not known; write 0 to 59");
  CHECK(same("*/30,7 0 * * *", "0,7,30 0 * * *"));
}

TEST_CASE("when both day fields are restricted either matches") {
  CHECK(same("0 0 1-31 * fri", "0 0 * * *"));  // a field of all days is restricted all the same
  CHECK(same("0 0 */2 * fri", "0 0 1-31/2 * fri"));
  CHECK(!same("0 0 */2 * fri", "0 0 */2 * *"));
  CHECK(same("0 0 1-31 * *", "0 0 * * *"));
}

TEST_CASE("L is the last day, L5 the last Friday, fri#2 the second") {
  CHECK(same("0 0 L 4,6,9,11 *", "0 0 30 4,6,9,11 *"));
  CHECK(same("0 0 l 2 *", "0 0 29 2 *"));  // 2028 is a leap year
  CHECK(same("0 0 1,L 1 *", "0 0 1,31 1 *"));
  CHECK(same("0 0 * 1 L1", "0 0 31 1 *"));    // 31 January 2028 is a Monday
  CHECK(same("0 0 * 2 LTue", "0 0 29 2 *"));  // 29 February 2028 is a Tuesday
  CHECK(same("0 0 * 2 tue#5", "0 0 29 2 *"));
  CHECK(same("0 0 * 1 sat#1,l7", "0 0 1,30 1 *"));
  CHECK(same("0 0 * 1 7#1", "0 0 2 1 *"));
}

TEST_CASE("what readers disagree on is refused with what to write instead") {
  CHECK(refusal("0 0 * * 5L") ==
        "day of week \"5L\" is not known; write L5 for the last Friday of a month, sat for each Saturday");
  CHECK(refusal("0 0 * * L") ==
        "day of week \"L\" is not known; write L5 for the last Friday of a month, sat for each Saturday");
  CHECK(refusal("0 0 * * fri#6") ==
        "day of week \"fri#6\" has no week from #1 to #5; write fri#2 for the second Friday of a month, L5 for the "
        "last");
  for (const std::string text : {"fri#0", "fri#", "fri#-1", "fri#22", "fri#2/2", "fri#1-2"}) {
    CHECK(refusal("0 0 * * " + text) == "day of week \"" + text +
                                            "\" has no week from #1 to #5; write fri#2 for the second Friday of a "
                                            "month, L5 for the last");
  }
  CHECK(refusal("0 0 * * mon-fri#2") == "day of week \"mon-fri\" is not known; write 0 to 7, or mon to sun");
  const std::string refused =
      GENERATE("0 0 L-2 * *", "0 0 1W * *", "0 0 LW * *", "0 0 ? * *", "0 0 * * ?", "0 0 * * #2", "0 0 * * L8",
               "0 0 L/2 * *", "H * * * *", "0 R * * *", "0 0 * * L1-5", "0 9 * * *; rm", "٣ * * * *");
  INFO(refused);
  CHECK(refusal(refused) != "accepted");
}

TEST_CASE("names of whole schedules, but not of a start of the machine") {
  CHECK(same("@hourly", "0 * * * *"));
  CHECK(same("@Daily", "0 0 * * *"));
  CHECK(same("@midnight", "0 0 * * *"));
  CHECK(same("@weekly", "0 0 * * sun"));
  CHECK(same("@monthly", "0 0 1 * *"));
  CHECK(same("@yearly", "0 0 1 1 *"));
  CHECK(same(" @ANNUALLY ", "0 0 1 1 *"));
  const std::string fix = "; write @hourly, @daily, @weekly, @monthly, @yearly or five fields";
  CHECK(refusal("@reboot") == "a start of the machine is no time of day" + fix);
  CHECK(refusal("@fortnightly") == "there is no such name" + fix);
  CHECK(refusal("@daily x") == "there is no such name" + fix);
}

TEST_CASE("a schedule that is never due is refused") {
  const auto cron = Cron::parse("0 0 31 2 *");
  REQUIRE(!cron);
  CHECK(cron.error() == Error{ErrorKind::config, "schedule \"0 0 31 2 *\" is never due", "no year has such a day",
                              "", "correct the day or the month; L is the last day of any month"});
  CHECK(refusal("0 0 30 2 *") != "accepted");
  CHECK(refusal("0 0 31 2,4,6,9,11 *") != "accepted");
  CHECK(refusal("0 0 29 2 *") == "accepted");
  CHECK(refusal("0 0 30,31 2,3 *") == "accepted");
  CHECK(refusal("0 0 31 2 SUN") == "accepted");
  CHECK(refusal("0 0 L,31 2 *") == "accepted");
}

TEST_CASE("text from outside is shown safely and bounded") {
  const auto escape = Cron::parse("\x1b[2K * * * *");
  REQUIRE(!escape);
  CHECK(escape.error().what == "schedule \"\\u{1b}[2K * * * *\" is not understood");
  CHECK(escape.error().why == "minute \"\\u{1b}[2K\" is not known");
  CHECK(refusal(std::string(5000, '*')) ==
        "it has 5000 bytes, at most 1000 are read; write ranges and steps, such as */5, in place of long lists");
}

TEST_CASE("the text is kept as written, white space made single spaces") {
  CHECK(Cron::parse(" 0  9\t* JAN  Mon ")->text() == "0 9 * JAN Mon");
  CHECK(*Cron::parse("0 9 * * *") == *Cron::parse("0  9 * * *"));
  CHECK(Cron::parse("@Hourly")->text() == "@Hourly");
}

TEST_CASE("the hour field covers the day however it is written") {
  for (const char* text :
       {"0 * * * *", "0 */1 * * *", "0 0-23 * * *", "0 12-23,0-11 * * *", "0 12-11 * * *", "@hourly"}) {
    CHECK(Cron::parse(text)->covers_all_hours());
  }
  CHECK(!Cron::parse("0 1-23 * * *")->covers_all_hours());
  CHECK(!Cron::parse("0 */2 * * *")->covers_all_hours());
}
