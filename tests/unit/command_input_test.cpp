// Inputs of kind command.
#include "core/base/digest.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/memory_files.hpp"
#include "tests/support/scripted_processes.hpp"

using namespace hz;
using namespace hz::test;

namespace {

const std::vector<std::string> argv{"./log.sh", "--all"};

InputSpec log_input(Json members = Json::object()) {
  members.update({{"name", "log"}, {"kind", "command"}, {"command", argv}});
  return input(members);
}

Result<Reading> read(ScriptedProcesses& processes, const InputSpec& spec = log_input()) {
  const MemoryFiles files;
  return read_input(spec, {files, &processes, {{"PATH", "/bin"}}, contract_folder});
}

std::string why(const RunEnd& end, const Json& members = Json::object()) {
  ScriptedProcesses processes;
  processes.script(argv, end);
  const auto reading = read(processes, log_input(members));
  REQUIRE_FALSE(reading);
  CHECK(reading.error().kind == ErrorKind::unavailable);
  CHECK(reading.error().what == "input \"log\" cannot be read");
  CHECK(reading.error().fix == "run the command by hand in /home/ada/contracts");
  return reading.error().why;
}

}  // namespace

TEST_CASE("a command is one item: what it wrote to its standard output") {
  ScriptedProcesses processes;
  processes.script(argv, exits(0, "one\ntwo\n", "noise"));
  const auto reading = read(processes);
  REQUIRE(reading);
  REQUIRE(reading->items.size() == 1);
  const Item& item = reading->items.front();
  CHECK(item.key == "stdout");
  CHECK(item.title == "./log.sh --all");
  CHECK(item.text == "one\ntwo\n");
  CHECK(item.fingerprint == sha256_hex("one\ntwo\n"));
  CHECK(reading->cuts.empty());
}

TEST_CASE("a command runs in the contract's folder, with the environment handed in, no input and no lock") {
  ScriptedProcesses processes;
  processes.script(argv, exits(0));
  REQUIRE(read(processes));
  REQUIRE(processes.requests.size() == 1);
  const RunRequest& request = processes.requests.front();
  CHECK(request.argv == argv);
  CHECK(request.directory == contract_folder);
  CHECK(request.environment == std::map<std::string, std::string>{{"PATH", "/bin"}});
  CHECK(request.input.empty());
  CHECK(request.lock.empty());
  CHECK(request.timeout == std::chrono::minutes{1});
  CHECK(request.keep_out == input_bytes_max);
}

TEST_CASE("the timeout is the contract's to say") {
  ScriptedProcesses processes;
  processes.script(argv, exits(0));
  REQUIRE(read(processes, log_input({{"timeout", "90s"}})));
  CHECK(processes.requests.front().timeout == std::chrono::seconds{90});
}

TEST_CASE("a command that fails makes its input unreadable, with its last words") {
  CHECK(why(exits(3, "partial", "warming up\nno such branch\n\n")) == "The command exited with 3: no such branch");
  CHECK(why(exits(1)) == "The command exited with 1");
  CHECK(why(is_killed_by(9)) == "The command was ended by signal 9");
  CHECK(why(times_out(), {{"timeout", "90s"}}) == "The command was not done within 90s");
  CHECK(why(does_not_start("./log.sh: permission denied")) ==
        "The command did not start: ./log.sh: permission denied");
  CHECK(why(exits(75, "nothing to do\n")) == "The command exited with 75");
}

TEST_CASE("what a command says as it fails cannot play with the terminal") {
  CHECK(why(exits(1, "", "red \x1b[31m\xFF")) == "The command exited with 1: red \\u{1b}[31m\\xff");
}

TEST_CASE("output that is no UTF-8 is repaired in the text, not in the fingerprint (O4)") {
  ScriptedProcesses processes;
  processes.script(argv, exits(0, "caf\xE9"));
  const auto reading = read(processes);
  REQUIRE(reading);
  CHECK(reading->items.front().text == "caf\xEF\xBF\xBD");
  CHECK(reading->items.front().fingerprint == sha256_hex("caf\xE9"));
}

TEST_CASE("output beyond ten megabytes is cut and the reading says so") {
  ScriptedProcesses processes;
  processes.script(argv, exits(0, std::string(input_bytes_max + 1, 'x')));
  const auto reading = read(processes);
  REQUIRE(reading);
  CHECK(reading->cuts ==
        std::vector<std::string>{"10485760 of 10485761 bytes of output kept", "1 text cut to 64 kB"});
  CHECK(reading->items.front().fingerprint != sha256_hex(std::string(input_bytes_max, 'x')));
}

TEST_CASE("a dry run starts no program") {
  const MemoryFiles files;
  const auto reading = read_input(log_input(), {files, nullptr, {}, contract_folder});
  REQUIRE_FALSE(reading);
  CHECK(reading.error() == Error{ErrorKind::unavailable, "input \"log\" cannot be read",
                                 "It starts a program, and a dry run starts none.", "", ""});
}

TEST_CASE("a machine that cannot start a keeper makes the input unreadable, nothing worse") {
  ScriptedProcesses processes;
  processes.refuse_to_start({ErrorKind::environment, "no keeper can be started", "Too many processes.", "", ""});
  const auto reading = read(processes);
  REQUIRE_FALSE(reading);
  CHECK(reading.error() == Error{ErrorKind::unavailable, "input \"log\" cannot be read",
                                 "no keeper can be started: Too many processes.", "", ""});
}

TEST_CASE("the same command in another folder is another source") {
  Problems problems;
  const Node list = node_of(Json::array({{{"name", "log"}, {"kind", "command"}, {"command", argv}}}));
  const auto here = bind_inputs(list, "/a", problems);
  const auto there = bind_inputs(list, "/b", problems);
  REQUIRE(here.size() == 1);
  REQUIRE(there.size() == 1);
  CHECK(source_name(here.front()) != source_name(there.front()));
}

TEST_CASE("a command's members are checked where they are declared") {
  CHECK(problems_of_input({{"name", "log"}, {"kind", "command"}}) ==
        "the command is missing — command: [git, log, --oneline]\n");
  CHECK(problems_of_input({{"name", "log"}, {"kind", "command"}, {"command", Json::array()}}) ==
        "the command is empty — command: [git, log, --oneline]\n");
  CHECK(problems_of_input({{"name", "log"}, {"kind", "command"}, {"command", argv}, {"timeout", "2d"}}) ==
        "\"timeout\" under input \"log\" must be 1s to 1h, not 2d — \n");
}
