// What core may rely on of any run (core/port/processes.hpp): streams, environment, exit, bounds.
#include <map>
#include <signal.h>

#include "tests/support/keeper_runs.hpp"

using namespace hz;
using How = RunEnd::How;
using test::KeeperRuns;

TEST_CASE("a run ends with its exit code and both of its outputs") {
  KeeperRuns runs;
  const RunEnd end = runs.run("printf out; printf err >&2; exit 75");
  CHECK(end.how == How::exited);
  CHECK(end.code == 75);
  CHECK(end.out == "out");
  CHECK(end.err == "err");
  CHECK(end.out_bytes == 3);
  CHECK(end.err_bytes == 3);
  CHECK(end.why.empty());
}

TEST_CASE("a run that a signal ends says which") {
  KeeperRuns runs;
  const RunEnd end = runs.run("kill -9 $$");
  CHECK(end.how == How::signalled);
  CHECK(end.code == SIGKILL);
}

TEST_CASE("the program gets its arguments and input byte for byte") {
  KeeperRuns runs;
  RunRequest request = runs.shell("");
  request.argv = {"/bin/sh", "-c", "printf '%s|' \"$@\"; cat", "name", "", "two words", "\xff\n$HOME"};
  request.input = std::string{"in\0\xfe", 4};
  CHECK(runs.run(request).out == "|two words|\xff\n$HOME|" + std::string{"in\0\xfe", 4});
}

TEST_CASE("the environment is what was given and nothing else") {
  KeeperRuns runs;
  RunRequest request = runs.shell("");
  request.argv = {"/usr/bin/env"};
  request.environment = {{"A", "1"}, {"EMPTY", ""}, {"ODD", "a=b\nc"}};
  CHECK(runs.run(request).out == "A=1\nEMPTY=\nODD=a=b\nc\n");
}

TEST_CASE("the working directory is the one given, and a program with a slash is relative to it") {
  KeeperRuns runs;
  const std::string script = runs.folder.file("sub/run.sh", "#!/bin/sh\npwd\n");
  std::filesystem::permissions(script, std::filesystem::perms{0755});
  RunRequest request = runs.shell("");
  request.argv = {"./run.sh"};
  request.directory = runs.folder.path("sub");
  CHECK(runs.run(request).out == runs.folder.path("sub") + "\n");
}

TEST_CASE(
    "a program without a slash is looked up in the PATH that it was given, and never in the working directory") {
  KeeperRuns runs;
  const std::string here = runs.folder.file("tool", "#!/bin/sh\necho here\n");
  const std::string there = runs.folder.file("bin/tool", "#!/bin/sh\necho there\n");
  for (const std::string& script : {here, there})
    std::filesystem::permissions(script, std::filesystem::perms{0755});
  RunRequest request = runs.shell("");
  request.argv = {"tool"};
  request.environment["PATH"] = ":.:" + runs.folder.path("nowhere") + ":" + runs.folder.path("bin");
  CHECK(runs.run(request).out == "there\n");

  request.environment["PATH"] = ":/usr/bin";
  const RunEnd lost = runs.run(request);
  CHECK(lost.how == How::not_started);
  CHECK(lost.why == "tool: not found in PATH (:/usr/bin)");
}

TEST_CASE("a program that cannot be started says why") {
  KeeperRuns runs;
  const auto [name, why] = GENERATE(table<std::string, std::string>({
      {"./missing", "./missing: no such file or directory"},
      {"./not-executable", "./not-executable: permission denied"},
      {"./folder", "./folder: is a directory"},
      {"./no-interpreter", "./no-interpreter: the interpreter that it names is not there"},
      {"./no-program", "./no-program: is neither a program nor a script with a #! line"},
      {"./\xff\x1b", "./\\xff\\u{1b}: no such file or directory"},
      {"", "no program was named"},
  }));
  runs.folder.file("not-executable", "#!/bin/sh\n");
  std::filesystem::create_directory(runs.folder.path("folder"));
  for (const auto& [file, text] : std::map<std::string, std::string>{{"no-interpreter", "#!/no/such/shell\n"},
                                                                     {"no-program", "just text\n"}}) {
    std::filesystem::permissions(runs.folder.file(file, text), std::filesystem::perms{0755});
  }
  RunRequest request = runs.shell("");
  request.argv = {name};
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::not_started);
  CHECK(end.why == why);
}

TEST_CASE("a working directory that is missing is named") {
  KeeperRuns runs;
  RunRequest request = runs.shell("true");
  request.directory = "/no/such/folder";
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::not_started);
  CHECK(end.why == "the working directory /no/such/folder: no such file or directory");
}

TEST_CASE("a run has its three streams open and nothing else of ours, not even the lock") {
  KeeperRuns runs;
  RunRequest request =
      runs.shell("for fd in /proc/self/fd/*; do printf '%s ' \"${fd##*/}\"; done; ls -l /proc/$$/fd");
  request.lock = "0a780095";
  const std::string out = runs.run(request).out;
  CHECK(out.find(".lock") == std::string::npos);
  CHECK(out.find("socket:") == std::string::npos);
  std::size_t pipes = 0;
  for (std::size_t at = out.find("pipe:"); at != std::string::npos; at = out.find("pipe:", at + 1)) ++pipes;
  CHECK(pipes == 3);
}

TEST_CASE("a run starts with default signals, the person's umask, and no core dumps") {
  KeeperRuns runs;
  struct sigaction before {};
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGUSR1, &ignore, &before);
  const RunEnd end = runs.run("umask; ulimit -c; cat /proc/self/status | grep -E '^Sig(Blk|Ign|Cgt)' | cut -f2");
  ::sigaction(SIGUSR1, &before, nullptr);
  // The C library of Debian 12 leaves its two internal signals ignored in whatever it spawns, that of Debian 13
  // does not.
  const std::string none = "0000000000000000\n";
  const std::string internal = "0000000180000000\n";
  const auto with_ignored = [&](const std::string& ignored) { return "0022\n0\n" + none + ignored + none; };
  INFO(end.out);
  CHECK((end.out == with_ignored(none) || end.out == with_ignored(internal)));
}

TEST_CASE("a run is in a session of its own, without a terminal") {
  KeeperRuns runs;
  const RunEnd end = runs.run("cut -d' ' -f1,5,6,7 /proc/$$/stat; echo $$");
  const std::size_t last = end.out.find_last_of('\n', end.out.size() - 2) + 1;
  const std::string pid = end.out.substr(last, end.out.size() - last - 1);
  CHECK(end.out == pid + " " + pid + " " + pid + " 0\n" + pid + "\n");
}

TEST_CASE("of 100 MB of output the first bytes are kept and all are counted") {
  KeeperRuns runs;
  RunRequest request = runs.shell(
      "printf start; head -c 100000000 /dev/zero; printf end >&2; head -c 100000000 /dev/zero >&2; printf END >&2");
  request.keep_out = 1000;
  request.keep_err = 1000;
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::exited);
  CHECK(end.out_bytes == 100'000'005);
  CHECK(end.err_bytes == 100'000'006);
  CHECK(end.out == "start" + std::string(995, '\0'));
  CHECK(end.err == std::string(997, '\0') + "END");
}

TEST_CASE("output that is not UTF-8 arrives as it was written") {
  KeeperRuns runs;
  CHECK(runs.run("printf '\\377\\000\\303('").out == std::string{"\xff\0\xc3(", 4});
}

TEST_CASE("a program that closes its output early, or reads no input, runs on to its end") {
  KeeperRuns runs;
  RunRequest request = runs.shell("exec >&- 2>&-; head -c 1 >/dev/null; exit 3");
  request.input = std::string(10'000'000, 'x');
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::exited);
  CHECK(end.code == 3);
  CHECK(end.out_bytes == 0);

  request.argv = {"/bin/sh", "-c", "exit 4"};
  CHECK(runs.run(request).code == 4);
}

TEST_CASE("ten megabytes of input are read to their end") {
  KeeperRuns runs;
  RunRequest request = runs.shell("wc -c");
  request.input = std::string(10'000'000, 'x');
  CHECK(runs.run(request).out == "10000000\n");
}

TEST_CASE("several runs go on at once, each with its own end") {
  KeeperRuns runs;
  std::map<RunHandle, int> expected;
  // Each waits for the others' files, so that they can only end if all run at the same time.
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    const auto handle = runs.processes.start(runs.shell(
        "touch ready" + number +
        "; until [ -e ready0 -a -e ready1 -a -e ready2 -a -e ready3 ]; do sleep 0.01; done; exit " + number));
    REQUIRE(handle);
    expected[*handle] = i;
  }
  std::map<RunHandle, int> codes;
  while (codes.size() < 4) {
    const auto ended = runs.processes.wait(test::long_enough);
    REQUIRE(ended);
    codes[ended->handle] = ended->end.code;
  }
  CHECK(codes == expected);
}

TEST_CASE("waiting answers nothing when nothing ends in time, and when nothing runs") {
  KeeperRuns runs;
  CHECK_FALSE(runs.processes.wait(Millis{1}));
  REQUIRE(runs.processes.start(runs.shell("sleep 1000")));
  CHECK_FALSE(runs.processes.wait(Millis{1}));
}

TEST_CASE("what no program can be given is refused before anything starts") {
  KeeperRuns runs;
  RunRequest request = runs.shell("true");
  request.argv.push_back(std::string{"a\0b", 3});
  const Error nul{ErrorKind::usage, "the run cannot be started",
                  "An argument, a variable or its folder holds a NUL character, which no program can be given.",
                  "Nothing was started.", ""};
  CHECK(runs.processes.start(request).error() == nul);

  RunRequest outside = runs.shell("true");
  outside.lock = "../tick";
  const Error lock{ErrorKind::usage, "the run cannot be started", "\"../tick\" is no name of a lock.",
                   "Nothing was started.", ""};
  CHECK(runs.processes.start(outside).error() == lock);
}

TEST_CASE("without a keeper there is no run, and the error names what could not be started") {
  const test::TempFolder folder;
  KeeperProcesses processes{{"/no/such/hz", folder.path("state")}};
  RunRequest request;
  request.argv = {"/bin/true"};
  request.directory = "/";
  const Error expected{ErrorKind::environment, "cannot start a keeper (/no/such/hz keeper)",
                       "No such file or directory.", "The run was not started.",
                       "see that it can be started: ls -l /no/such/hz"};
  CHECK(processes.start(request).error() == expected);
}
