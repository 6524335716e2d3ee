#include "heads/host/tick_lock.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "heads/host/network_disk.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/support/umask.hpp"

using namespace hz;
namespace fs = std::filesystem;

namespace {
const TickLock::Holder self{4711, "2026-11-30T09:02:10.118Z"};
const TickLock::Holder other{4712, "2026-11-30T09:02:11.000Z"};

bool is_held(const Result<TickLock::Taken>& taken) {
  return taken && std::holds_alternative<TickLock>(*taken);
}
}  // namespace

TEST_CASE("a second tick does not get the lock and hears who has it") {
  const test::TempFolder temp;
  const auto first = TickLock::take(temp.path("state"), self);
  REQUIRE(is_held(first));
  const auto second = TickLock::take(temp.path("state"), other);
  REQUIRE(second);
  REQUIRE(std::holds_alternative<TickLock::Holder>(*second));
  CHECK(std::get<TickLock::Holder>(*second) == self);
}

TEST_CASE("the lock is free as soon as its holder lets go of it") {
  const test::TempFolder temp;
  { const auto first = TickLock::take(temp.path("state"), self); }
  CHECK(is_held(TickLock::take(temp.path("state"), other)));
}

TEST_CASE("a tick that was killed leaves no lock behind (D9)") {
  const test::TempFolder temp;
  std::array<int, 2> ready{};
  REQUIRE(::pipe(ready.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto held = TickLock::take(temp.path("state"), self);
    if (is_held(held)) static_cast<void>(::write(ready[1], "x", 1) == 1);
    ::pause();
    ::_exit(0);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  const auto while_it_lives = TickLock::take(temp.path("state"), other);
  CHECK_FALSE(is_held(while_it_lives));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(is_held(TickLock::take(temp.path("state"), other)));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_CASE("what stands in the lock file decides nothing (P3)") {
  const test::TempFolder temp;
  const std::string contents =
      GENERATE_COPY(as<std::string>{}, R"({"pid":1,"started":"2026-11-30T09:00:00.000Z"})",
                    R"({"pid":)" + std::to_string(::getppid()) + "}", "", "not JSON", std::string(100, '\0'));
  temp.file("state/tick.lock", contents);
  CHECK(is_held(TickLock::take(temp.path("state"), self)));
}

TEST_CASE("a busy lock whose file says nothing useful is still busy") {
  const test::TempFolder temp;
  const auto first = TickLock::take(temp.path("state"), self);
  temp.file("state/tick.lock", "\xff");
  const auto second = TickLock::take(temp.path("state"), other);
  REQUIRE(second);
  CHECK(std::get<TickLock::Holder>(*second) == TickLock::Holder{});
}

TEST_CASE("a folder in the place of the lock is an error with its fix, and no tick without a lock") {
  const test::TempFolder temp;
  const std::string path = temp.path("state/tick.lock");
  fs::create_directories(path);
  const Error expected{ErrorKind::environment, "cannot lock " + path, "Is a directory.",
                       "Nothing was done without the lock.", "move away what is in its place: ls -ld " + path};
  CHECK(TickLock::take(temp.path("state"), self).error() == expected);
}

TEST_CASE("a named pipe in the place of the lock is refused at once") {
  const test::TempFolder temp;
  fs::create_directories(temp.path("state"));
  REQUIRE(::mkfifo(temp.path("state/tick.lock").c_str(), 0600) == 0);
  CHECK(TickLock::take(temp.path("state"), self).error().why == "It is not a regular file.");
}

TEST_CASE("the lock file is private and its descriptor is not inherited by programs") {
  const test::TempFolder temp;
  const test::Umask umask{0};
  const int next = ::dup(0);
  ::close(next);
  const auto held = TickLock::take(temp.path("state"), self);
  REQUIRE(is_held(held));
  CHECK(test::mode_of(temp.path("state/tick.lock")) == 0600);
  CHECK((::fcntl(next, F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("network file systems are told by their magic number") {
  CHECK(is_network_disk(0x6969));            // NFS
  CHECK(is_network_disk(0xFF534D42));        // CIFS
  CHECK(is_network_disk(0x65735546));        // FUSE
  CHECK_FALSE(is_network_disk(0xEF53));      // ext4
  CHECK_FALSE(is_network_disk(0x01021994));  // tmpfs
}

TEST_CASE("a folder that does not exist yet is judged by the disk that it would be on") {
  const test::TempFolder temp;
  CHECK(refuse_network_disk(temp.path("not/there/yet")));
  CHECK_FALSE(fs::exists(temp.path("not")));
}
