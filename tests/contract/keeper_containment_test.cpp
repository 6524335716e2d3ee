// Nothing that a run started survives it (D8): each way out that programs have taken, and the end of hz itself.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heads/host/lock_file.hpp"
#include "tests/support/keeper_runs.hpp"

using namespace hz;
using How = RunEnd::How;
using test::eventually;
using test::KeeperRuns;

namespace {

/// Ways of not ending: each says "up" once all of it runs.
struct Escape {
  std::string name, command;
};
const std::vector<Escape> escapes{
    {"a loop", "echo up; while :; do :; done"},
    {"children", "sleep 1000 & sleep 1000 & echo up; wait"},
    {"a double fork with a session of its own", "(setsid sh -c 'sleep 1000 & echo up; wait' &) ; sleep 1000"},
    {"ignoring TERM", "trap '' TERM HUP INT; echo up; while :; do sleep 1000; done"},
    {"ignoring TERM in a session of its own",
     "setsid sh -c \"trap '' TERM; echo up; while :; do sleep 1000; done\" & wait"},
    {"a chain of sessions", "setsid sh -c \"setsid sh -c 'setsid sleep 1000 & echo up; wait' & wait\" & wait"},
    {"a stopped process", "sh -c 'echo up; kill -STOP $$' & sleep 1000"},
};

/// A program that forks as fast as it can, but not beyond what a machine of tests bears.
const std::string bomb =
    "n=0; bomb() { n=$((n+1)); if [ $n -lt 7 ]; then bomb & bomb & fi; trap '' TERM; sleep 1000 & echo up; wait; "
    "}; bomb";

bool is_up(const test::TempFolder& folder) {
  return folder.text("said").find("up") != std::string::npos;
}

/// The test's own wait: a run whose parts are all up.
RunHandle start_and_see_it_up(KeeperRuns& runs, RunRequest request) {
  request.argv[2] = "exec >said; " + request.argv[2];
  const auto handle = runs.processes.start(request);
  REQUIRE(handle);
  REQUIRE(eventually([&] { return is_up(runs.folder); }));
  return *handle;
}

}  // namespace

TEST_CASE("a run that does not end is ended at its timeout, with everything that it started") {
  for (const Escape& escape : escapes) {
    DYNAMIC_SECTION(escape.name) {
      KeeperRuns runs;
      RunRequest request = runs.shell(escape.command);
      request.timeout = Millis{500};
      const RunEnd end = runs.run(request);
      CHECK(end.how == How::timed_out);
      CHECK(end.took >= Millis{500});
      CHECK(runs.nothing_is_alive());
    }
  }
}

TEST_CASE("a fork bomb is ended whole") {
  KeeperRuns runs;
  RunRequest request = runs.shell(bomb);
  request.timeout = Millis{300};
  CHECK(runs.run(request).how == How::timed_out);
  CHECK(runs.nothing_is_alive());
}

TEST_CASE("at the timeout a program is first asked to end, and may say its last words") {
  KeeperRuns runs;
  RunRequest request = runs.shell("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done");
  request.timeout = Millis{300};
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::timed_out);
  CHECK(end.out.ends_with("bye\n"));
}

TEST_CASE("what a program leaves behind when it ends is killed, and holds nothing up") {
  for (const std::string left :
       {"sleep 1000 &", "setsid sleep 1000 &", "(setsid sh -c 'trap \"\" TERM; sleep 1000' &)",
        "nohup setsid sh -c 'sleep 1000; echo late' >&1 2>&1 &"}) {
    DYNAMIC_SECTION(left) {
      KeeperRuns runs;
      // The daemon holds standard output open: the end must not wait for it.
      const RunEnd end = runs.run(left + "\necho done");
      CHECK(end.how == How::exited);
      CHECK(end.code == 0);
      CHECK(end.out == "done\n");
      CHECK(runs.nothing_is_alive());
    }
  }
}

TEST_CASE("a run that kills its keeper is ended by hz, and the loss is said") {
  KeeperRuns runs;
  const RunEnd end = runs.run("(setsid sh -c 'trap \"\" TERM; sleep 1000' &); kill -9 $PPID; sleep 1000");
  CHECK(end.how == How::keeper_lost);
  CHECK(end.why.ends_with(" was killed by signal 9"));
  CHECK(runs.nothing_is_alive());
}

TEST_CASE("a keeper that stays silent past its time is taken for lost, and its run is ended") {
  KeeperRuns runs;
  KeeperProcesses impatient{{HZ_KEEPER_HOST, runs.folder.path("state"), 022, Millis{10}, Millis{100}}};
  RunRequest request = runs.shell("kill -STOP $PPID; sleep 1000");
  request.timeout = Millis{200};
  REQUIRE(impatient.start(request));
  const auto ended = impatient.wait(test::long_enough);
  REQUIRE(ended);
  CHECK(ended->end.how == How::keeper_lost);
  CHECK(runs.nothing_is_alive());
}

TEST_CASE("a lost keeper takes no other run with it, whichever object of hz started that") {
  KeeperRuns runs;
  KeeperProcesses readers{{HZ_KEEPER_HOST, runs.folder.path("state")}};
  const std::string until_go = "until [ -e go ]; do sleep 0.01; done; echo went";
  const auto lost =
      runs.processes.start(runs.shell("until [ -e strike ]; do sleep 0.01; done; kill -9 $PPID; sleep 1000"));
  REQUIRE(lost);
  const auto sibling = runs.processes.start(runs.shell(until_go));
  REQUIRE(sibling);
  REQUIRE(readers.start(runs.shell(until_go)));
  runs.folder.file("strike");
  const auto first = runs.processes.wait(test::long_enough);
  REQUIRE(first);
  CHECK(first->handle == *lost);
  CHECK(first->end.how == How::keeper_lost);
  runs.folder.file("go");
  const auto second = runs.processes.wait(test::long_enough);
  REQUIRE(second);
  CHECK(second->handle == *sibling);
  CHECK(second->end.out == "went\n");
  const auto third = readers.wait(test::long_enough);
  REQUIRE(third);
  CHECK(third->end.out == "went\n");
}

TEST_CASE("the lock of a run is held while anything of it is alive, and is free and gone after it") {
  KeeperRuns runs;
  RunRequest request = runs.shell("echo up; until [ -e go ]; do sleep 0.01; done");
  request.lock = "0a780095";
  const RunHandle handle = start_and_see_it_up(runs, request);
  CHECK_FALSE(runs.processes.is_gone("0a780095", Millis{0}));
  CHECK(test::mode_of(runs.folder.path("state/runs/0a780095.lock")) == 0600);
  CHECK(test::mode_of(runs.folder.path("state/runs")) == 0700);
  runs.folder.file("go");
  const auto ended = runs.processes.wait(test::long_enough);
  REQUIRE(ended);
  CHECK(ended->handle == handle);
  CHECK(runs.processes.is_gone("0a780095", Millis{0}));
  CHECK_FALSE(std::filesystem::exists(runs.folder.path("state/runs/0a780095.lock")));
}

TEST_CASE("a lock that was left without a holder means that the run is gone") {
  KeeperRuns runs;
  CHECK(runs.processes.is_gone("never", Millis{0}));
  runs.folder.file("state/runs/left.lock");
  CHECK(runs.processes.is_gone("left", Millis{0}));
  CHECK_FALSE(std::filesystem::exists(runs.folder.path("state/runs/left.lock")));
}

TEST_CASE("nothing starts under a lock that something of an earlier run still holds") {
  KeeperRuns runs;
  std::filesystem::create_directories(runs.folder.path("state/runs"));
  const auto held = lock_file(runs.folder.path("state/runs/busy.lock"), WhenHeld::give_up);
  REQUIRE(held);
  RunRequest request = runs.shell("touch started");
  request.lock = "busy";
  const RunEnd end = runs.run(request);
  CHECK(end.how == How::not_started);
  CHECK(end.why == "something of an earlier run under the same lease is still alive");
  CHECK_FALSE(std::filesystem::exists(runs.folder.path("started")));
}

namespace {

/// An hz in a process of its own, with one run that is up.
struct Driven {
  explicit Driven(const std::string& command) {
    const std::string state = folder.path("state");
    const std::string whole = "cd '" + folder.path() + "'; exec >said; " + command;
    const std::string variable = "HZ_TEST_MARK=" + mark;
    const std::vector<const char*> argv{HZ_KEEPER_HOST, "drive", state.c_str(), "0a780095", whole.c_str(), nullptr};
    const std::vector<const char*> envp{variable.c_str(), nullptr};
    REQUIRE(::posix_spawn(&hz, HZ_KEEPER_HOST, nullptr, nullptr, const_cast<char* const*>(argv.data()),
                          const_cast<char* const*>(envp.data())) == 0);
    REQUIRE(eventually([&] { return is_up(folder); }));
  }
  void end_hz(int signal) const {
    ::kill(hz, signal);
    ::waitpid(hz, nullptr, 0);
  }

  test::TempFolder folder;
  std::string mark = test::new_mark();
  pid_t hz = 0;
};

}  // namespace

TEST_CASE("when hz is killed nothing of its run stays alive, and the lock is free") {
  std::vector<Escape> all = escapes;
  all.push_back({"a fork bomb", bomb});
  for (const Escape& escape : all) {
    DYNAMIC_SECTION(escape.name) {
      const Driven driven{escape.command};
      CHECK(test::alive_with(driven.mark).size() > 1);
      driven.end_hz(SIGKILL);
      KeeperProcesses next{{HZ_KEEPER_HOST, driven.folder.path("state")}};
      CHECK(next.is_gone("0a780095", test::long_enough));
      CHECK(test::alive_with(driven.mark).empty());
    }
  }
}

TEST_CASE("an hz that is asked to end leaves its runs to their keepers, which end them") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const Driven driven{"sleep 1000 & echo up; wait"};
  driven.end_hz(signal);
  KeeperProcesses next{{HZ_KEEPER_HOST, driven.folder.path("state")}};
  CHECK(next.is_gone("0a780095", test::long_enough));
  CHECK(test::alive_with(driven.mark).empty());
}

TEST_CASE("a keeper that its run has stopped wakes when hz is gone, and cleans up") {
  const Driven driven{"kill -STOP $PPID; echo up; sleep 1000"};
  driven.end_hz(SIGKILL);
  KeeperProcesses next{{HZ_KEEPER_HOST, driven.folder.path("state")}};
  CHECK(next.is_gone("0a780095", test::long_enough));
  CHECK(test::alive_with(driven.mark).empty());
}

TEST_CASE("runs under way end with the object that started them") {
  const test::TempFolder folder;
  const std::string mark = test::new_mark();
  {
    KeeperProcesses processes{{HZ_KEEPER_HOST, folder.path("state")}};
    RunRequest request;
    request.argv = {"/bin/sh", "-c", "echo up >said; sleep 1000"};
    request.directory = folder.path();
    request.environment = {{"PATH", "/usr/bin:/bin"}, {"HZ_TEST_MARK", mark}};
    request.timeout = test::long_enough;
    REQUIRE(processes.start(request));
    REQUIRE(eventually([&] { return is_up(folder); }));
  }
  CHECK(eventually([&] { return test::alive_with(mark).empty(); }));
}
