// Whole command lines against a registry with one operation of each shape.
#include "tests/support/catch.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/golden.hpp"

using namespace hz;
using test::Printed;

namespace {

/// Answers what it was given, so that a test sees what reached the operation.
Result<Answer> echo(const Args& args) {
  return Answer{.document = {{"given", args.all()}}};
}

Registry sample() {
  Registry registry;
  registry.describe("system.daemon", "Scheduled work on this machine");
  registry.add(
      {.name = "system.daemon.tick",
       .summary = "Run what is due, and leave a receipt of each run",
       .reach = Reach::acts_here,
       .heads = cli_and_mcp,
       .params = {{.name = "dry-run", .type = ParamType::flag, .help = "say what would run, and run nothing"},
                  {.name = "job", .help = "run this job now, whatever its schedule says", .value_name = "JOB"}},
       .examples = {{"hz system daemon tick", "what the timer runs every five minutes"},
                    {"hz system daemon tick --job contract:digest", "one job, now"}},
       .run = echo,
       .details = "A tick is a short process: it reads the contracts, works out which slots are due, runs them, "
                  "records a receipt of each and exits. Two ticks never run at once on one machine."});
  registry.add(
      {.name = "system.daemon.slots",
       .summary = "Account for every slot of a job",
       .reach = Reach::reads,
       .heads = everywhere,
       .params = {{.name = "job", .help = "the job, such as contract:digest", .positional = true, .required = true},
                  {.name = "since", .help = "from this time on", .value_name = "TIME"},
                  {.name = "limit",
                   .type = ParamType::integer,
                   .help = "at most so many",
                   .fallback = 100,
                   .min = 1,
                   .max = 1000},
                  {.name = "order",
                   .help = "which slots come first",
                   .fallback = "oldest",
                   .choices = {"oldest", "newest"}}},
       .run = echo});
  registry.add({.name = "why",
                .summary = "Say why a job ran, or did not",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {{.name = "about", .help = "a job or a receipt", .positional = true, .required = true},
                           {.name = "at", .help = "as of this time", .positional = true}},
                .run = echo});
  registry.add({.name = "chat", .summary = "Talk", .reach = Reach::reads, .heads = cli_and_web, .run = echo});
  registry.add(
      {.name = "chat.open", .summary = "Open a session", .reach = Reach::reads, .heads = cli_and_web, .run = echo});
  registry.add({.name = "inbox.count",
                .summary = "How many wait",
                .reach = Reach::reads,
                .heads = Heads{.mcp = true},
                .run = echo});
  registry.add({.name = "audit.verify",
                .summary = "Check everything",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {{.name = "how", .help = "how it ends"}},
                .run = [](const Args& args) -> Result<Answer> {
                  const std::string how = args.text("how").value_or("");
                  if (how == "throws") throw std::runtime_error("vector\x1b[2K");
                  if (how == "damaged") return Error{ErrorKind::damaged, "a", "b", "c", "d"};
                  return Answer{.document = {{"lanes", Json::array()}}, .well = how != "ill"};
                }});
  return registry;
}

Printed run(const std::vector<std::string>& words, CliPorts ports = {}) {
  return test::run_words(sample(), words, std::move(ports));
}

/// What reached the operation.
Json given(std::vector<std::string> words) {
  words.emplace_back("--json");
  const Printed printed = run(words);
  INFO(printed.out);
  REQUIRE(printed.exit == 0);
  return Json::parse(printed.out).at("given");
}

/// The error of a command line, which must be its whole answer.
std::string refusal(const std::vector<std::string>& words) {
  const Printed printed = run(words);
  CHECK(printed.exit == 2);
  CHECK(printed.out.empty());
  return printed.err;
}

std::string usage(const std::string& what, const std::string& why, const std::string& next) {
  return "Error: " + what + '\n' + (why.empty() ? "" : "  " + why + '\n') + "  Nothing was done.\n  Next: " + next +
         '\n';
}

}  // namespace

TEST_CASE("a word that ends several commands names them all, and one that is an option of hz names that") {
  Registry registry;
  for (const char* name : {"ledger.status", "system.daemon.status", "system.daemon.tick"})
    registry.add({.name = name, .summary = "Say it", .reach = Reach::reads, .heads = cli_only, .run = echo});
  CHECK(test::run_words(registry, {"statsu"}) ==
        Printed{2, "",
                "Error: hz has no command \"statsu\"\n"
                "  Did you mean \"hz ledger status\" or \"hz system daemon status\"?\n"
                "  Nothing was done.\n  Next: hz ledger status --help\n"});
  CHECK(test::run_words(registry, {"version"}).err ==
        "Error: hz has no command \"version\"\n  Did you mean hz --version?\n  Nothing was done.\n  Next: hz "
        "--help\n");
  CHECK(test::run_words(registry, {"--verison"}).err ==
        "Error: hz has no option --verison\n  Did you mean --version?\n  Nothing was done.\n  Next: hz --help\n");
}

TEST_CASE("help reads as in the golden transcript") {
  test::check_golden("cli/help.txt",
                     test::transcript(sample(), {"", "--help", "--version", "system --help",
                                                 "system daemon tick --help", "help system daemon slots",
                                                 "chat --help", "why --help --json", "system --help --json"}));
}

TEST_CASE("help on a narrow terminal is wrapped to it") {
  test::check_golden("cli/help_narrow.txt",
                     test::transcript(sample(), {"system daemon tick --help"}, {.columns = 60}));
}

TEST_CASE("wrong command lines read as in the golden transcript") {
  test::check_golden("cli/usage_errors.txt",
                     test::transcript(sample(), {"sytem",
                                                 "tick",
                                                 "system daemon tik",
                                                 "system",
                                                 "system daemon",
                                                 "qqqqqq",
                                                 "--since x why",
                                                 "inbox count",
                                                 "why",
                                                 "why a b c",
                                                 "why --abuot x",
                                                 "why --about x",
                                                 "why x -5",
                                                 "why x --zzzzzz",
                                                 "system daemon slots j --limit ten",
                                                 "system daemon slots j --limit 0",
                                                 "system daemon slots j --limit",
                                                 "system daemon slots j --since --limit 5",
                                                 "system daemon slots j --limit 5 --limit 6",
                                                 "system daemon slots j --order newst",
                                                 "system daemon tick --dry-run --dry-run",
                                                 "system daemon tick --dry-run=no",
                                                 "system daemon tick now",
                                                 "why x --json --json",
                                                 "why x ++",
                                                 "help sytem",
                                                 "sytem --json"}));
}

TEST_CASE("options are read in every spelling, before, between and behind the words") {
  const Json want{{"job", "j"}, {"since", "2026"}, {"limit", 5}, {"order", "oldest"}};
  CHECK(given({"system", "daemon", "slots", "j", "--since", "2026", "--limit", "5"}) == want);
  CHECK(given({"system", "daemon", "slots", "--since=2026", "--limit=5", "j"}) == want);
  CHECK(given({"--no-color", "system", "daemon", "slots", "--limit=5", "j", "--since", "2026"}) == want);
}

TEST_CASE("a value that starts with a dash stands behind -- or an equals sign") {
  CHECK(given({"system", "daemon", "slots", "j", "--since=-5"}).at("since") == "-5");
  CHECK(given({"system", "daemon", "slots", "j", "--since=--json"}).at("since") == "--json");
  CHECK(Json::parse(run({"--json", "why", "--", "--json", "-h"}).out).at("given") ==
        Json{{"about", "--json"}, {"at", "-h"}});
  CHECK(Json::parse(run({"--json", "why", "--", "++", "--"}).out).at("given") ==
        Json{{"about", "++"}, {"at", "--"}});
}

TEST_CASE("an empty value is a value") {
  CHECK(given({"system", "daemon", "slots", "j", "--since="}).at("since") == "");
  CHECK(given({"system", "daemon", "slots", "j", "--since", ""}).at("since") == "");
  CHECK(given({"why", ""}).at("about") == "");
}

TEST_CASE("a value reaches the operation byte for byte") {
  const std::string value = GENERATE(as<std::string>{}, "[a,b]", "{}", "%%", "a=b", "a,b", "\"q\"", "'q'", "a\\nb",
                                     " ", "@file", "%x", "-", "新聞", "null", "true", "1e3", "a\nb");
  CHECK(given({"system", "daemon", "slots", value, "--since", value}) ==
        Json{{"job", value}, {"since", value}, {"limit", 100}, {"order", "oldest"}});
}

TEST_CASE("a flag is on when it is there") {
  CHECK(given({"system", "daemon", "tick", "--dry-run"}) == Json{{"dry-run", true}, {"job", nullptr}});
  CHECK(given({"system", "daemon", "tick"}) == Json{{"dry-run", nullptr}, {"job", nullptr}});
}

TEST_CASE("an operation may also be a group") {
  CHECK(run({"chat"}).exit == 0);
  CHECK(run({"chat", "open"}).exit == 0);
  CHECK(refusal({"chat", "opne"}) ==
        usage("hz chat takes no further word \"opne\"", "It takes options only.", "hz chat --help"));
}

TEST_CASE("an operation without a command line is no command") {
  CHECK(refusal({"inbox", "count"}) == usage("hz has no command \"inbox\"", "", "hz --help"));
}

TEST_CASE("what a person typed is shown escaped") {
  CHECK(refusal({"why\x1b[2K\u202e"}) == usage("hz has no command \"why\\u{1b}[2K\\u{202e}\"", "", "hz --help"));
}

TEST_CASE("bytes that are not UTF-8 are refused, in JSON too") {
  CHECK(refusal({"why", "a\xff"}) ==
        usage("ABOUT of hz why takes text, not \"a\\xff\"", "It is not UTF-8.", "hz why --help"));
  const Printed printed = run({"why", "a\xff", "--json"});
  CHECK(Json::parse(printed.out).at("error").at("what") == "ABOUT of hz why takes text, not \"a\uFFFD\"");
}

TEST_CASE("a thing that is not well is an answer with exit code 1") {
  CHECK(run({"audit", "verify", "--how", "ill"}) ==
        Printed{1, "There is no ledger yet, so nothing can be wrong with it.\n", ""});
  CHECK(run({"audit", "verify", "--how", "ill", "--json"}) == Printed{1, "{\n  \"lanes\": []\n}\n", ""});
}

TEST_CASE("an error of an operation goes to standard error, with --json as the one document of standard output") {
  CHECK(run({"audit", "verify", "--how", "damaged"}) == Printed{7, "", "Error: a\n  b\n  c\n  Next: d\n"});
  const Printed printed = run({"audit", "verify", "--how", "damaged", "--json"});
  CHECK(printed.exit == 7);
  CHECK(printed.err.empty());
  CHECK(Json::parse(printed.out) ==
        Json{{"error", {{"kind", "damaged"}, {"what", "a"}, {"why", "b"}, {"kept", "c"}, {"fix", "d"}}}});
}

TEST_CASE("what is thrown where nobody expected it is an internal error") {
  CHECK(run({"audit", "verify", "--how", "throws"}) ==
        Printed{70, "",
                "Error: hz met a bug in audit.verify\n  vector\\u{1b}[2K\n"
                "  What was recorded before it is kept; nothing more was done.\n  Next: hz doctor\n"});
}

TEST_CASE("a program without a name still answers") {
  std::string out;
  CliPorts ports;
  ports.out = [&out](std::string_view text) {
    out += text;
    return Written{};
  };
  ports.err = ports.out;
  CHECK(run_cli(sample(), 0, nullptr, ports) == 0);
  CHECK_THAT(out, Catch::Matchers::StartsWith("hz runs scheduled work"));
}
