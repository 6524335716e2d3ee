#include "heads/host/process_tree.hpp"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/catch.hpp"

using namespace hz;

namespace {

const std::string rest = " 42 41 41 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 987654 10 11";

/// A child that waits to be ended.
pid_t waiting_child() {
  const pid_t pid = ::fork();
  if (pid == 0) {
    while (true) ::pause();
  }
  REQUIRE(pid > 0);  // a kill of -1 would reach every process that there is
  return pid;
}

}  // namespace

TEST_CASE("a process says number, parent and start, whatever its name holds") {
  const std::string name = GENERATE(as<std::string>{}, "sh", "", "a b", ") S 1 1", "a)b(c", "\xff\n");
  const auto process = parse_stat("4711 (" + name + ") S" + rest);
  REQUIRE(process);
  CHECK(process->pid == 4711);
  CHECK(process->parent == 42);
  CHECK(process->started == 987654);
}

TEST_CASE("a text that is no process is nothing") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "x", "4711", "4711 (sh", "4711 (sh) ", "4711 (sh) S", "4711 (sh) S 1 2 3");
  CHECK_FALSE(parse_stat(text));
}

TEST_CASE("a process that is gone, or is another one by now, is not signalled") {
  const pid_t pid = waiting_child();
  auto seen = look_up(pid);
  REQUIRE(seen);
  CHECK(seen->parent == ::getpid());

  ProcessRef other = *seen;
  --other.started;
  CHECK_FALSE(send_signal(other, SIGKILL));
  CHECK(::waitpid(pid, nullptr, WNOHANG) == 0);

  CHECK(send_signal(*seen, SIGKILL));
  ::waitpid(pid, nullptr, 0);
  CHECK_FALSE(send_signal(*seen, SIGKILL));
  CHECK_FALSE(look_up(pid));
}

TEST_CASE("descendants are found at any depth, parents first, and strangers are not among them") {
  const pid_t stranger = waiting_child();
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const pid_t grandchild = waiting_child();
    static_cast<void>(::write(ready[1], &grandchild, sizeof grandchild) == 0);
    while (true) ::pause();
  }
  REQUIRE(child > 0);
  pid_t grandchild = 0;
  REQUIRE(::read(ready[0], &grandchild, sizeof grandchild) == sizeof grandchild);
  ::close(ready[0]);
  ::close(ready[1]);

  const auto below_child = descendants_of(child);
  REQUIRE(below_child.size() == 1);
  CHECK(below_child[0].pid == grandchild);
  std::vector<pid_t> below_us;
  for (const ProcessRef& process : descendants_of(::getpid())) below_us.push_back(process.pid);
  const auto place = [&](pid_t pid) { return std::find(below_us.begin(), below_us.end(), pid); };
  CHECK(place(stranger) != below_us.end());
  CHECK(place(child) < place(grandchild));
  CHECK(place(grandchild) != below_us.end());

  for (const ProcessRef& process : below_child) send_signal(process, SIGKILL);
  for (const pid_t pid : {stranger, child}) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
}
