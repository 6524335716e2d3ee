// What lies on the disk: modes, locks, leftovers, other people's settings, full disks.
#include <cerrno>
#include <csignal>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/digest.hpp"
#include "ledger/git/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/story.hpp"
#include "tests/support/umask.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;
using test::GitWorld;
using test::output_of;
using test::Story;

/// What lies at or below `path` with another mode than 0700 and 0600.
std::vector<std::string> not_private(const std::string& path) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    const auto mode = test::mode_of(entry.path().string());
    if (mode != (entry.is_directory() ? 0700U : 0600U)) found.push_back(entry.path().string());
  }
  if (test::mode_of(path) != 0700U) found.push_back(path);
  return found;
}

void write_two_commits_and_a_body(GitWorld& world) {
  Story story;
  const auto lane = world.lane();
  const auto tip = lane->append(Tip{}, story.tell());
  REQUIRE(tip);
  REQUIRE(lane->append(*tip, story.tell()));
  const std::vector<SealedBody> bodies{seal_body("text/plain", std::string(32, 'a'), "hello")};
  REQUIRE(world.bodies()->keep(story.stamp().at, story.stamp().by, bodies));
}

/// Runs `act` in a process of its own; its exit code, or minus the signal that ended it.
int in_child(const std::function<int()>& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void make_old(const std::string& file) {
  fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(2));
}

std::string without_own_lock(const std::string& path) {
  std::string found;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (name != git::WriterLock::file_name && (entry.path().extension() == ".lock" || name.substr(0, 3) == "tmp"))
      found += name + " ";
  }
  return found;
}

}  // namespace

TEST_CASE("a ledger is 0700 and 0600 throughout, whatever the umask") {
  const mode_t mask = GENERATE(mode_t{0}, mode_t{0022}, mode_t{0277}, mode_t{0777});
  const test::Umask changed(mask);
  GitWorld world;
  fs::permissions(world.folder().path(), fs::perms::owner_all);
  write_two_commits_and_a_body(world);
  CHECK(not_private(world.folder().path("data")) == std::vector<std::string>{});
}

TEST_CASE("a ledger whose folder was opened to others is closed when it is next opened") {
  GitWorld world;
  write_two_commits_and_a_body(world);
  fs::permissions(world.path(), fs::perms::all);
  CHECK(world.lane()->at_tip());
  CHECK(test::mode_of(world.path()) == 0700U);
}

TEST_CASE("a ledger is made with the first append and never by a read") {
  GitWorld world;
  CHECK((*world.lane()->at_tip())->tip() == Tip{});
  CHECK_FALSE(*world.bodies()->find(Instant{}, BodyRef{1, std::string(64, 'a')}));
  CHECK_FALSE(fs::exists(world.folder().path("data")));
  write_two_commits_and_a_body(world);
  std::vector<std::string> beside;
  for (const auto& entry : fs::directory_iterator(world.folder().path("data")))
    beside.push_back(entry.path().filename());
  CHECK(beside == std::vector<std::string>{"me.git"});
}

TEST_CASE("git finds nothing wrong with a ledger, and plain git log tells its story") {
  GitWorld world;
  write_two_commits_and_a_body(world);
  CHECK(output_of(world.git() + "fsck --strict --full --no-progress") == "");
  CHECK(output_of(world.git() + "log --format=%s") == "something happened\nsomething happened\n");
  CHECK(output_of(world.git() + "gc -q && " + world.git() + "fsck --strict --full --no-progress") == "");
  for (const auto& entry : fs::recursive_directory_iterator(world.path())) {
    INFO(entry.path());
    CHECK((test::mode_of(entry.path().string()) & 0077U) == 0U);  // git's own files too: packs are 0400
  }
  CHECK((*world.lane()->at_tip())->tip().count == 2);
}

TEST_CASE("a packed ledger is read and written on") {
  GitWorld world;
  Story story;
  const auto tip = world.lane()->append(Tip{}, story.tell());
  output_of(world.git() + "repack -adq && " + world.git() + "pack-refs --all && " + world.git() + "prune-packed");
  CHECK(world.lane()->append(*tip, story.tell()));
  CHECK((*world.lane()->at_tip())->tip().count == 2);
}

TEST_CASE("settings, hooks and variables of the user never reach a ledger") {
  // libgit2 reads its environment once in a process, so the hostile one needs a process of its own.
  GitWorld world;
  const auto& folder = world.folder();
  folder.file("home/.gitconfig",
              "[commit]\ngpgsign=true\n[core]\nhooksPath=" + folder.path("hooks") +
                  "\nautocrlf=true\nfsmonitor=true\n[init]\ndefaultBranch=x\ntemplateDir=" + folder.path("hooks") +
                  "\n[user]\nname=mallory\nemail=m@x\n[safe]\ndirectory=\n[hz]\nledger=2\n");
  folder.file("home/.config/git/config", "[core]\nautocrlf=true\n[hz]\nledger=3\n");
  folder.file("home/.config/git/attributes", "* text eol=crlf\n");
  for (const char* const hook : {"pre-commit", "reference-transaction", "post-update"}) {
    fs::permissions(
        folder.file(std::string("hooks/") + hook, "#!/bin/sh\ntouch " + folder.path("hooked") + "\nexit 1\n"),
        fs::perms::owner_all);
  }
  Story story;
  const Commit commit = story.tell({{"job/contract:digest", "receipt", {{"text", "a\r\nb\n"}}}});
  const int code = in_child([&] {
    ::setenv("HOME", folder.path("home").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", folder.path("home/.config").c_str(), 1);
    ::setenv("GIT_DIR", folder.path("elsewhere").c_str(), 1);
    ::setenv("GIT_OBJECT_DIRECTORY", folder.path("elsewhere").c_str(), 1);
    ::setenv("GIT_AUTHOR_NAME", "mallory", 1);
    ::setenv("GIT_CONFIG_COUNT", "1", 1);
    ::setenv("GIT_CONFIG_KEY_0", "core.hooksPath", 1);
    ::setenv("GIT_CONFIG_VALUE_0", folder.path("hooks").c_str(), 1);
    return world.lane()->append(Tip{}, commit) ? 0 : 1;
  });
  CHECK(code == 0);
  CHECK_FALSE(fs::exists(folder.path("hooked")));
  CHECK_FALSE(fs::exists(folder.path("elsewhere")));
  CHECK_FALSE(fs::exists(world.path() + "/hooks"));
  CHECK(output_of(world.git() + "symbolic-ref HEAD") == GitWorld::ref + "\n");
  CHECK(output_of(world.git() + "log --format='%an %ae %cn %G?'") == "ada k3v7q2m5x4ba@hz.invalid ada N\n");
  CHECK(output_of(world.git() +
                  "cat-file blob HEAD:" + (*(*world.lane()->at_tip())->find(commit.events[0].id.str())).file +
                  " | sha256sum") == commit.events[0].id.str() + "  -\n");
}

TEST_CASE("what a killed writer left behind is cleared away, and the next append works at once") {
  GitWorld world;
  Story story;
  const auto lane = world.lane();
  const Tip first = *lane->append(Tip{}, story.tell());
  const auto leave = [&](const std::string& name) {
    std::ofstream(world.path() + "/" + name) << "left";
    return world.path() + "/" + name;
  };
  for (const std::string& name : {GitWorld::ref + ".lock", std::string("HEAD.lock"),
                                  std::string("packed-refs.lock"), std::string("config.lock")})
    leave(name);
  make_old(leave("objects/tmp_object_git2_a1b2c3"));
  make_old(leave("objects/pack/pack_git2_a1b2c3"));
  make_old(leave("objects/pack/pack-a1b2c3.idx"));  // killed between index and pack
  make_old(leave("objects/pack/pack_git2_a1b2idx.lock"));
  leave("objects/pack/tmp_pack_young");

  SECTION("by a process that comes later") {
    CHECK(world.lane()->append(first, story.tell()));
  }
  SECTION("by a process that had written before, when a lock stands in its way") {
    CHECK(lane->append(first, story.tell()));
  }
  // A young one may be a foreign git at work.
  CHECK(without_own_lock(world.path()) == "tmp_pack_young ");
  CHECK_FALSE(fs::exists(world.path() + "/objects/pack/pack-a1b2c3.idx"));
}

TEST_CASE("flock decides: what the lock file holds means nothing") {
  GitWorld world;
  Story story;
  const Tip first = *world.lane()->append(Tip{}, story.tell());
  std::ofstream(world.path() + "/hz.lock") << "1\n";
  const Tip second = *world.lane()->append(first, story.tell());
  fs::remove(world.path() + "/hz.lock");
  CHECK(world.lane()->append(second, story.tell()));
}

TEST_CASE("a writer killed while it holds the lock keeps nobody waiting") {
  GitWorld world;
  Story story;
  const Tip first = *world.lane()->append(Tip{}, story.tell());
  const int ended = in_child([&] {
    const auto lock = git::WriterLock::take(world.path());
    ::raise(SIGKILL);
    return 0;
  });
  CHECK(ended == -SIGKILL);
  CHECK(world.lane()->append(first, story.tell()));
}

TEST_CASE("a file system without locks is refused before anything is written") {
  GitWorld world;
  REQUIRE(world.ledger()->make());
  for (const int code : {ENOLCK, EOPNOTSUPP, ESTALE}) {
    const auto refused = git::WriterLock::take(world.path(), [&](int, int) {
      errno = code;
      return -1;
    });
    REQUIRE_FALSE(refused);
    CHECK(refused.error() ==
          Error{ErrorKind::environment, "the ledger cannot be locked: " + world.path() + "/hz.lock",
                std::string("This file system does not support flock: ") + std::strerror(code) + ".",
                "Nothing was written: without a lock two processes could write at once.",
                "move HZ_HOME to a local disk"});
  }
}

TEST_CASE("a folder in the place of the lock is an error that names it, never a write without a lock") {
  GitWorld world;
  REQUIRE(world.ledger()->make());
  fs::remove(world.path() + "/hz.lock");
  fs::create_directory(world.path() + "/hz.lock");
  const auto refused = world.lane()->append(Tip{}, Story().tell());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::environment);
  CHECK(refused.error().what == "the ledger cannot be locked: " + world.path() + "/hz.lock");
}

TEST_CASE("a repository that hz did not make is not written to") {
  GitWorld world;
  fs::create_directories(world.folder().path("data"));
  output_of("git init -q --bare " + world.path());
  const auto refused = world.lane()->append(Tip{}, Story().tell());
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == Error{ErrorKind::environment,
                                 world.path() + " is a git repository, but not a ledger of hz",
                                 "Its config does not say hz.ledger = 1.", "Nothing was written to it.",
                                 "move it away, or set another HZ_HOME"});
}

TEST_CASE("a ledger of a newer hz is not written to") {
  GitWorld world;
  REQUIRE(world.ledger()->make());
  output_of(world.git() + "config hz.ledger 2");
  const auto refused = world.lane()->append(Tip{}, Story().tell());
  REQUIRE_FALSE(refused);
  CHECK(refused.error() ==
        Error{ErrorKind::environment, "the ledger " + world.path() + " was written by a newer hz",
              "Its format is 2; this hz writes 1.", "Nothing was written to it.", "hz system update"});
}

TEST_CASE("what is no repository at all is an error, not an empty ledger") {
  GitWorld world;
  world.folder().file("data/me.git", "");
  const auto refused = world.lane()->at_tip();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == ErrorKind::environment);
  CHECK(refused.error().what == world.path() + " cannot be opened as a git repository");
}

TEST_CASE("a full disk is an environment error that says that nothing was lost") {
  CHECK(git::errno_in("failed to write out file: No space left on device") == ENOSPC);
  CHECK(git::errno_in("no reason") == 0);
  CHECK(git::os_error("writing a blob to the ledger failed", ENOSPC) ==
        Error{ErrorKind::environment, "writing a blob to the ledger failed", "No space left on device.",
              "Nothing was lost: everything recorded before is kept, and nothing of this was recorded.",
              "free space on that disk, then do it again"});
}

TEST_CASE("a write that the system refuses leaves the lane as it was") {
  GitWorld world;
  Story story;
  const Tip first = *world.lane()->append(Tip{}, story.tell());
  std::string noise;  // does not compress: its object is larger than the limit below
  for (int i = 0; i < 200; ++i) noise += sha256_hex(std::to_string(i));
  const Commit big = story.tell({{"job/contract:digest", "receipt", {{"noise", noise}}}});
  const int code = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto refused = world.lane()->append(first, big);
    return !refused && refused.error().kind == ErrorKind::environment ? 0 : 1;
  });
  CHECK(code == 0);
  CHECK((*world.lane()->at_tip())->tip() == first);
  CHECK(world.lane()->append(first, big));
}

TEST_CASE("of several processes that append to one tip exactly one wins, round after round") {
  GitWorld world;
  Story story;
  Tip tip = *world.lane()->append(Tip{}, story.tell());
  constexpr int rivals = 4;
  for (int round = 0; round < 10; ++round) {
    std::array<int, 2> gate{};
    REQUIRE(::pipe(gate.data()) == 0);
    std::vector<pid_t> children;
    for (int i = 0; i < rivals; ++i) {
      Story own;
      own.stamp().at += Seconds(100 + round);
      const Commit commit =
          own.tell({{"machine/r" + std::to_string(round) + "x" + std::to_string(i), "daemon.paused"}});
      const pid_t child = ::fork();
      if (child != 0) {
        children.push_back(child);
        continue;
      }
      ::close(gate[1]);
      char byte = 0;
      while (::read(gate[0], &byte, 1) > 0) {  // until the parent closes its end: all start together
      }
      const auto appended = world.lane()->append(tip, commit);
      ::_exit(appended ? 0 : appended.error().kind == ErrorKind::conflict ? 6 : 1);
    }
    ::close(gate[0]);
    ::close(gate[1]);
    int won = 0;
    int lost = 0;
    for (const pid_t child : children) {
      int status = 0;
      ::waitpid(child, &status, 0);
      won += WIFEXITED(status) && WEXITSTATUS(status) == 0;
      lost += WIFEXITED(status) && WEXITSTATUS(status) == 6;
    }
    CHECK(won == 1);
    CHECK(lost == rivals - 1);
    tip = (*world.lane()->at_tip())->tip();
    CHECK(tip.count == static_cast<std::uint64_t>(round) + 2);
  }
}

}  // namespace hz
