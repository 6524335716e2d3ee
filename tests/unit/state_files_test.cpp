#include "heads/host/state_files.hpp"

#include <sys/stat.h>
#include <thread>

#include "heads/host/lock_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/support/umask.hpp"

using namespace hz;
using hz::test::mode_of;
namespace fs = std::filesystem;

namespace {
std::vector<std::string> entries(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{folder}) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}
}  // namespace

TEST_CASE("a state file that was never written is nothing, and asking creates nothing") {
  const test::TempFolder temp;
  const DiskStateFiles files{temp.path("home/state")};
  const auto read = files.read("last-tick");
  REQUIRE(read);
  CHECK(*read == std::nullopt);
  CHECK_FALSE(fs::exists(temp.path("home")));
}

TEST_CASE("what was written is read back, byte for byte, and replaced as a whole") {
  const test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  REQUIRE(files.write("last-tick", "a longer text before"));
  REQUIRE(files.write("last-tick", std::string{"a\0\xff", 3}));
  CHECK(*files.read("last-tick") == std::string{"a\0\xff", 3});
  CHECK(entries(temp.path("state")) == std::vector<std::string>{"last-tick"});
}

TEST_CASE("state files are private whatever the umask, and so are the folders made for them") {
  const test::TempFolder temp;
  const mode_t mask = GENERATE(0000U, 0022U, 0777U);
  const test::Umask umask{mask};
  DiskStateFiles files{temp.path("home/state")};
  REQUIRE(files.write("skips/contract=3adigest.json", "{}"));
  CHECK(mode_of(temp.path("home")) == 0700);
  CHECK(mode_of(temp.path("home/state")) == 0700);
  CHECK(mode_of(temp.path("home/state/skips")) == 0700);
  CHECK(mode_of(temp.path("home/state/skips/contract=3adigest.json")) == 0600);
}

TEST_CASE("a state folder that is open to others is closed, but a folder above it is the person's own business") {
  const test::TempFolder temp;
  fs::create_directories(temp.path("home/state"));
  fs::permissions(temp.path("home"), fs::perms{0755});
  fs::permissions(temp.path("home/state"), fs::perms{0755});
  DiskStateFiles files{temp.path("home/state")};
  REQUIRE(files.write("last-tick", ""));
  CHECK(mode_of(temp.path("home")) == 0755);
  CHECK(mode_of(temp.path("home/state")) == 0700);
}

TEST_CASE("what a killed writer left beside a state file is used up by the next writer") {
  const test::TempFolder temp;
  temp.file("state/.last-tick.tmp", "half of a much longer text than the next one");
  DiskStateFiles files{temp.path("state")};
  REQUIRE(files.write("last-tick", "whole"));
  CHECK(*files.read("last-tick") == "whole");
  CHECK(entries(temp.path("state")) == std::vector<std::string>{"last-tick"});
}

TEST_CASE("two writers of one state file at once leave the bytes of one of them, never a mixture") {
  const test::TempFolder temp;
  const std::string first(100'000, 'a');
  const std::string second(70'000, 'b');
  const auto write_often = [&](const std::string& bytes) {
    DiskStateFiles files{temp.path("state")};
    for (int i = 0; i < 20; ++i) {
      if (!files.write("witness.json", bytes)) return;
    }
  };
  std::thread one{write_often, first};
  std::thread two{write_often, second};
  DiskStateFiles files{temp.path("state")};
  bool whole = true;
  for (int i = 0; i < 100; ++i) {
    const auto read = files.read("witness.json");
    whole = whole && read && (!*read || **read == first || **read == second);
  }
  one.join();
  two.join();
  CHECK(whole);
  const auto last = files.read("witness.json");
  CHECK((*last == first || *last == second));
  CHECK(entries(temp.path("state")) == std::vector<std::string>{"witness.json"});
}

TEST_CASE("a truncated or NUL-filled state file is handed out as it is") {
  const test::TempFolder temp;
  temp.file("state/empty.json", "");
  temp.file("state/nul.json", std::string(512, '\0'));
  const DiskStateFiles files{temp.path("state")};
  CHECK(*files.read("empty.json") == "");
  CHECK(*files.read("nul.json") == std::string(512, '\0'));
}

TEST_CASE("removing a state file is final, and removing one that is not there is no error") {
  const test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  REQUIRE(files.write("paused", ""));
  CHECK(files.remove("paused"));
  CHECK(*files.read("paused") == std::nullopt);
  CHECK(files.remove("paused"));
}

TEST_CASE("something else in the place of a state file is an error that says what to do") {
  const test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  const std::string path = temp.path("state/last-tick");

  fs::create_directories(path);
  const Error folder{ErrorKind::environment, "cannot read " + path, "Is a directory.", "Nothing was written.",
                     "move away what is in its place: ls -ld " + path};
  CHECK(files.read("last-tick").error() == folder);
  const Error unwritten{ErrorKind::environment, "cannot write " + path, "Is a directory.",
                        "What it held before is unchanged.", "move away what is in its place: ls -ld " + path};
  CHECK(files.write("last-tick", "x").error() == unwritten);
  CHECK(entries(temp.path("state")) == std::vector<std::string>{"last-tick"});

  fs::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const Error pipe{ErrorKind::environment, "cannot read " + path, "It is not a regular file.",
                   "Nothing was written.", "move away what is in its place: ls -ld " + path};
  CHECK(files.read("last-tick").error() == pipe);

  fs::remove(path);
  fs::create_symlink(temp.file("elsewhere", "secret"), path);
  const Error link{ErrorKind::environment, "cannot read " + path, "Too many levels of symbolic links.",
                   "Nothing was written.", "replace the symbolic link by a file of your own: " + path};
  CHECK(files.read("last-tick").error() == link);
}

TEST_CASE("a symbolic link in the place of a temporary file is not written through") {
  const test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  REQUIRE(files.write("last-tick", "before"));
  fs::create_symlink(temp.file("elsewhere", "mine"), temp.path("state/.last-tick.tmp"));
  CHECK_FALSE(files.write("last-tick", "after"));
  CHECK(temp.text("elsewhere") == "mine");
  CHECK(*files.read("last-tick") == "before");
}

TEST_CASE("a state folder that is a file is an error, not a crash") {
  const test::TempFolder temp;
  temp.file("state");
  DiskStateFiles files{temp.path("state")};
  const Error expected{ErrorKind::environment, "cannot use the folder " + temp.path("state"), "Not a directory.",
                       "Nothing was written.", "move away what is in its place: ls -ld " + temp.path("state")};
  CHECK(files.write("last-tick", "x").error() == expected);
}

TEST_CASE("a name of a state file cannot lead outside the state folder") {
  const test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  const std::string name = GENERATE(as<std::string>{}, "", "/etc/passwd", "../x", "a/../x", "a/b/c", "a/", "/", ".",
                                    "..", ".hidden", "a//b");
  CHECK(files.read(name).error().kind == ErrorKind::internal);
  CHECK(files.write(name, "x").error().kind == ErrorKind::internal);
  CHECK(files.remove(name).error().kind == ErrorKind::internal);
  CHECK_FALSE(fs::exists(temp.path("state")));
}
