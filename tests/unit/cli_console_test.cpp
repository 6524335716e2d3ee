// Where output goes, what colours it, and what a failing write means.
#include "tests/support/catch.hpp"
#include "tests/support/command_line.hpp"

using namespace hz;
using test::Printed;

namespace {

Registry sample() {
  Registry registry;
  registry.add({.name = "audit.verify",
                .summary = "Check everything",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {{.name = "fail", .type = ParamType::flag}},
                .run = [](const Args& args, Progress& progress) -> Result<Answer> {
                  progress.reached("events", 1, 4);
                  progress.reached("events", 1, 4);
                  progress.happened("receipt b0a4\x1b[2K");
                  progress.reached("events", 4, 4);
                  if (args.flag("fail")) return Error{ErrorKind::unavailable, "no", "", "", ""};
                  return Answer{.document = {{"items", Json::array()}}, .well = false};
                }});
  registry.add({.name = "doctor",
                .summary = "Look around",
                .reach = Reach::reads,
                .heads = everywhere,
                .run = [](const Args&) -> Result<Answer> {
                  return Answer{.document = {{"items", {{{"check", "disk"}, {"state", "ok"}, {"says", "fine"}}}}}};
                }});
  return registry;
}

CliPorts failing(Written::How how) {
  CliPorts ports;
  ports.out = [how](std::string_view) { return Written{how, "No space left on device"}; };
  return ports;
}

}  // namespace

TEST_CASE("a reader that went away changes neither the exit code nor standard error") {
  CHECK(test::run_words(sample(), {"doctor"}, failing(Written::How::reader_gone)) == Printed{0, "", ""});
  CHECK(test::run_words(sample(), {"--help"}, failing(Written::How::reader_gone)) == Printed{0, "", ""});
  CHECK(test::run_words(sample(), {"audit", "verify"}, failing(Written::How::reader_gone)).exit == 1);
}

TEST_CASE("an answer that cannot be written is an error of the environment") {
  const std::string error =
      "Error: the answer could not be written to standard output\n"
      "  No space left on device.\n"
      "  What the command did is done; only its answer is lost.\n"
      "  Next: make room where standard output goes, then ask again\n";
  const auto words = GENERATE(as<std::vector<std::string>>{}, std::vector<std::string>{"doctor"},
                              std::vector<std::string>{"doctor", "--json"}, std::vector<std::string>{"--version"},
                              std::vector<std::string>{"nonsense", "--json"});
  CHECK(test::run_words(sample(), words, failing(Written::How::failed)) == Printed{4, "", error});
}

TEST_CASE("colours are for a terminal that wants them") {
  const std::string plain = "ok  disk  fine\nAll is well.\n";
  const std::string coloured = "\x1b[32mok\x1b[0m  disk  fine\nAll is well.\n";
  CHECK(test::run_words(sample(), {"doctor"}, {.out_is_terminal = true}).out == coloured);
  CHECK(test::run_words(sample(), {"doctor"}, {.out_is_terminal = false}).out == plain);
  CHECK(test::run_words(sample(), {"doctor"}, {.out_is_terminal = true, .no_color = true}).out == plain);
  CHECK(test::run_words(sample(), {"doctor", "--no-color"}, {.out_is_terminal = true}).out == plain);
  CHECK(test::run_words(sample(), {"doctor", "--json"}, {.out_is_terminal = true}).out.find('\x1b') ==
        std::string::npos);
}

TEST_CASE("each stream has its colours by itself") {
  const Printed printed =
      test::run_words(sample(), {"nonsense"}, {.out_is_terminal = false, .err_is_terminal = true});
  CHECK(printed.err ==
        "\x1b[1;31mError:\x1b[0m hz has no command \"nonsense\"\n  Nothing was done.\n  Next: hz --help\n");
}

TEST_CASE("what happened is told on standard error at once, in JSON mode too") {
  CHECK(test::run_words(sample(), {"audit", "verify"}).err == "receipt b0a4\\u{1b}[2K\n");
  CHECK(test::run_words(sample(), {"audit", "verify", "--json"}).err == "receipt b0a4\\u{1b}[2K\n");
}

TEST_CASE("how far it is stands on one line of a terminal, which is wiped before anything else") {
  const Printed printed =
      test::run_words(sample(), {"audit", "verify", "--fail"}, {.err_is_terminal = true, .no_color = true});
  CHECK(printed.err ==
        "\r\x1b[Kevents 25%"
        "\r\x1b[Kreceipt b0a4\\u{1b}[2K\n"
        "\r\x1b[Kevents 100%\r\x1b[K"
        "Error: no\n");
}
