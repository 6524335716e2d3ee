// bind() stands between every head and every operation: what it lets through is what runs.
#include "core/kernel/operation.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

Operation sample() {
  return {
      .name = "audit.log",
      .summary = "List events",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "stream",
                  .help = "the stream, such as job/contract:digest",
                  .positional = true,
                  .required = true},
                 {.name = "limit",
                  .type = ParamType::integer,
                  .help = "at most so many",
                  .fallback = 100,
                  .min = 1,
                  .max = 1000},
                 {.name = "order", .help = "which first", .fallback = "newest", .choices = {"newest", "oldest"}},
                 {.name = "since", .help = "from this time on", .value_name = "TIME"},
                 {.name = "raw", .type = ParamType::flag, .help = "as stored"}},
      .run = [](const Args&) -> Result<Answer> { return Answer{}; }};
}

Error refusal(const Json& arguments, Spelling spelling = Spelling::names) {
  const Operation operation = sample();
  const Result<Args> args = bind(operation, arguments, spelling);
  REQUIRE_FALSE(args);
  return args.error();
}

Error usage(std::string what, std::string why = {}) {
  return {ErrorKind::usage, std::move(what), std::move(why), "Nothing was done.", "hz audit log --help"};
}

}  // namespace

TEST_CASE("every parameter is bound: given ones as given, the others with their default or null") {
  const Result<Args> args = bind(sample(), {{"stream", "job/x"}, {"limit", 5}});
  REQUIRE(args);
  CHECK(args->all() ==
        Json{{"stream", "job/x"}, {"limit", 5}, {"order", "newest"}, {"since", nullptr}, {"raw", nullptr}});
  CHECK(args->text("stream") == "job/x");
  CHECK(args->integer("limit") == 5);
  CHECK(args->text("since") == std::nullopt);
  CHECK_FALSE(args->flag("raw"));
}

TEST_CASE("a null argument is an absent one") {
  const Result<Args> args = bind(sample(), {{"stream", "s"}, {"limit", nullptr}, {"raw", nullptr}});
  REQUIRE(args);
  CHECK(args->integer("limit") == 100);
}

TEST_CASE("an unknown parameter is refused and the nearest one named") {
  CHECK(refusal({{"stream", "s"}, {"limt", 5}}) ==
        usage("audit.log has no parameter \"limt\"", "Did you mean \"limit\"?"));
  CHECK(refusal({{"stream", "s"}, {"zzzzzz", 5}}) == usage("audit.log has no parameter \"zzzzzz\""));
  CHECK(refusal({{"stream", "s"}, {"__proto__", 5}}) == usage("audit.log has no parameter \"__proto__\""));
}

TEST_CASE("a missing parameter is named with what it is for") {
  CHECK(refusal(Json::object()) ==
        usage("audit.log needs \"stream\"", "\"stream\": the stream, such as job/contract:digest."));
  CHECK(refusal(nullptr, Spelling::command_line) ==
        usage("hz audit log needs STREAM", "STREAM: the stream, such as job/contract:digest."));
}

TEST_CASE("a number outside its bounds is refused, the bounds themselves are not") {
  CHECK(bind(sample(), {{"stream", "s"}, {"limit", 1}}));
  CHECK(bind(sample(), {{"stream", "s"}, {"limit", 1000}}));
  CHECK(refusal({{"stream", "s"}, {"limit", 0}}) ==
        usage("\"limit\" of audit.log takes a whole number from 1 to 1000, not 0"));
  CHECK(refusal({{"stream", "s"}, {"limit", 1001}}, Spelling::command_line) ==
        usage("--limit of hz audit log takes a whole number from 1 to 1000, not 1001"));
}

TEST_CASE("what is no whole number is no integer") {
  const Json value =
      GENERATE(Json(1.5), Json(5.0), Json("5"), Json(true), Json::array({5}), Json(18446744073709551615U));
  const Error error = refusal({{"stream", "s"}, {"limit", value}});
  CHECK(error.kind == ErrorKind::usage);
  CHECK_THAT(error.what,
             Catch::Matchers::StartsWith("\"limit\" of audit.log takes a whole number from 1 to 1000, not "));
}

TEST_CASE("a choice that is not offered is refused and the nearest one named") {
  CHECK(refusal({{"stream", "s"}, {"order", "newst"}}) ==
        usage("\"order\" of audit.log takes newest or oldest, not \"newst\"", "Did you mean \"newest\"?"));
}

TEST_CASE("a flag is true or false and nothing like it") {
  CHECK(bind(sample(), {{"stream", "s"}, {"raw", true}})->flag("raw"));
  CHECK(refusal({{"stream", "s"}, {"raw", 1}}) == usage("\"raw\" of audit.log takes true or false, not 1"));
}

TEST_CASE("a text that is not UTF-8, holds a zero byte or is too long is refused") {
  CHECK(refusal({{"stream", "a\xff"}}) ==
        usage("\"stream\" of audit.log takes text, not \"a\xff\"", "It is not UTF-8."));
  CHECK(refusal({{"stream", std::string("a\0b", 3)}}).why == "It holds a zero byte.");
  CHECK(bind(sample(), {{"stream", std::string(argument_bytes_max, 'x')}}));
  CHECK(refusal({{"stream", std::string(argument_bytes_max + 1, 'x')}}).why ==
        "It has 65537 bytes; at most 65536 are taken.");
}

TEST_CASE("a refused value is quoted, but not at any length") {
  CHECK(refusal({{"stream", "s"}, {"since", Json::array({std::string(500, 'x')})}}).what.size() < 120);
}

TEST_CASE("arguments are an object") {
  CHECK(refusal(Json::array({"s"})) == usage("audit.log takes its parameters by name, not [\"s\"]"));
}

TEST_CASE("only a decimal whole number is read from text as one") {
  const Param limit{.name = "limit", .type = ParamType::integer};
  CHECK(argument_from_text(limit, "42") == Json(42));
  CHECK(argument_from_text(limit, "-7") == Json(-7));
  const std::string text = GENERATE(as<std::string>{}, "", " 1", "1 ", "+1", "0x10", "1e3", "1.0", "1,000", "٣",
                                    "9223372036854775808", "ten", "--1");
  CHECK(argument_from_text(limit, text) == Json(text));
}

TEST_CASE("a text stays text, whatever it looks like") {
  CHECK(argument_from_text({.name = "since"}, "42") == Json("42"));
  CHECK(argument_from_text({.name = "since"}, "true") == Json("true"));
  CHECK(argument_from_text({.name = "raw", .type = ParamType::flag}, "true") == Json(true));
  CHECK(argument_from_text({.name = "raw", .type = ParamType::flag}, "yes") == Json("yes"));
}
