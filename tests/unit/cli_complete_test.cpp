// What may stand next on a command line, against a registry with one operation of each shape.
#include "heads/cli/complete.hpp"
#include "heads/cli/manpage.hpp"
#include "heads/cli/shells.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

using namespace hz;
using namespace hz::cli;

namespace {

Result<Answer> nothing(const Args&) {
  return Answer{};
}

Registry sample() {
  Registry registry;
  registry.describe("system.daemon", "Scheduled work");
  registry.add({.name = "system.daemon.tick",
                .summary = "Run what is due",
                .reach = Reach::acts_here,
                .heads = cli_only,
                .params = {{.name = "dry-run", .type = ParamType::flag, .help = "start nothing"},
                           {.name = "job", .help = "this job", .value_name = "JOB"},
                           {.name = "order", .help = "which first", .choices = {"oldest", "newest"}}},
                .examples = {{"hz system daemon tick", "\\what the .timer calls – 'every' few \"minutes\""}},
                .run = nothing,
                .details = ".A tick is short; it ends with ~0^ or `1`."});
  registry.add({.name = "why",
                .summary = "Say why",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {{.name = "about", .help = "what", .positional = true, .value_name = "JOB|DIR"},
                           {.name = "out", .help = "where to", .value_name = "FILE"}},
                .run = nothing});
  registry.add({.name = "why.not",
                .summary = "Say it the other way",
                .reach = Reach::reads,
                .heads = cli_only,
                .run = nothing});
  registry.add({.name = "secret",
                .summary = "For others",
                .reach = Reach::reads,
                .heads = Heads{.mcp = true},
                .run = nothing});
  return registry;
}

std::vector<std::string> names_of(std::string_view kind) {
  return kind == "JOB" ? std::vector<std::string>{"contract:digest", "digest", "news"} : std::vector<std::string>{};
}

/// The candidates' words with blanks between, and what the shell adds.
std::string offered(std::string_view line) {
  const Completion found = complete(sample(), line, names_of);
  std::string text;
  for (const Candidate& candidate : found.candidates) text += (text.empty() ? "" : " ") + candidate.word;
  if (found.paths == Completion::Paths::files) text += " :files";
  if (found.paths == Completion::Paths::folders) text += " :folders";
  return text;
}

}  // namespace

TEST_CASE("commands are offered word by word, those of other heads never") {
  CHECK(offered("hz ") == "system why");
  CHECK(offered("hz s") == "system");
  CHECK(offered("hz system daemon ") == "tick");
  CHECK(offered("hz help sys") == "system");
  CHECK(offered("hz help system daemon tick ") == "");
  CHECK(offered("hz nothing ") == "");
  CHECK(offered("hz") == "");
  CHECK(offered("") == "");
}

TEST_CASE("a command that is also a group offers both what it takes and what lies below it") {
  CHECK(offered("hz why n") == "not news :folders");
}

TEST_CASE("options are offered once, behind a hyphen or where no word is due") {
  CHECK(offered("hz system daemon tick ") == "--dry-run --job --order --json --no-color --help");
  CHECK(offered("hz system daemon tick --job digest --d") == "--dry-run");
  CHECK(offered("hz system daemon tick --dry-run --d") == "");
  CHECK(offered("hz system daemon tick --job=digest --j") == "--json");
  CHECK(offered("hz --") == "--json --no-color --help --version");
  CHECK(offered("hz system -") == "--json --no-color --help");
  CHECK(offered("hz system daemon tick -- --") == "");
}

TEST_CASE("values are the choices, the names of a kind, or the shell's own paths") {
  CHECK(offered("hz system daemon tick --order ") == "oldest newest");
  CHECK(offered("hz system daemon tick --order=n") == "--order=newest");
  CHECK(offered("hz system daemon tick --job contract:d") == "contract:digest");
  CHECK(offered("hz why --out ") == " :files");
  CHECK(offered("hz why digest ") == "--out --json --no-color --help");
  CHECK(offered("hz --json why di") == "digest :folders");
}

TEST_CASE("a line is parted as a shell parts it, its last word still being typed") {
  using Words = std::vector<std::string>;
  CHECK(typed_words("") == Words{""});
  CHECK(typed_words("hz  why ") == Words{"hz", "why", ""});
  CHECK(typed_words("a 'b c' \"d\\\"e\" f\\ g ''") == Words{"a", "b c", "d\"e", "f g", ""});
  CHECK(typed_words("a 'b c") == Words{"a", "b c"});
  CHECK(typed_words("a\\") == Words{"a\\"});
}

TEST_CASE("the manual page is as it was reviewed, every special character of roff escaped") {
  test::check_golden("cli/manpage.txt", manpage(sample(), "1.2.3"));
}

TEST_CASE("a shell that is not known has no script") {
  CHECK(shells() == std::vector<std::string>{"bash", "fish", "zsh"});
  for (const std::string& shell : shells()) CHECK(completion_script(shell).find("hz") != std::string::npos);
  CHECK(completion_script("tcsh").empty());
}
