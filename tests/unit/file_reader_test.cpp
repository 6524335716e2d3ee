#include "heads/host/file_reader.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace hz;

namespace {
Error cannot_read(const std::string& path, const std::string& why) {
  return {ErrorKind::unavailable, "cannot read " + path, why, "", "ls -ld '" + path + "'"};
}
}  // namespace

TEST_CASE("a file is read whole, or cut at the bound with its true size told") {
  const test::TempFolder temp;
  const std::string path = temp.file("feed.xml", "0123456789");
  const DiskFiles files;
  const auto whole = files.read(path, 10);
  REQUIRE(whole);
  CHECK(whole->bytes == "0123456789");
  CHECK(whole->size == 10);
  const auto cut = files.read(path, 4);
  REQUIRE(cut);
  CHECK(cut->bytes == "0123");
  CHECK(cut->size == 10);
}

TEST_CASE("a file of the kernel, whose size is told as zero, is read all the same") {
  const auto read = DiskFiles{}.read("/proc/self/status", 1U << 20U);
  REQUIRE(read);
  CHECK(read->bytes.starts_with("Name:"));
  CHECK(read->size == read->bytes.size());
}

TEST_CASE("a link to a file is read, a link to nothing is named") {
  const test::TempFolder temp;
  std::filesystem::create_symlink(temp.file("real", "x"), temp.path("link"));
  std::filesystem::create_symlink(temp.path("nowhere"), temp.path("dangling"));
  CHECK(DiskFiles{}.read(temp.path("link"), 10)->bytes == "x");
  CHECK(DiskFiles{}.read(temp.path("dangling"), 10).error() ==
        cannot_read(temp.path("dangling"), "No such file or directory."));
}

TEST_CASE("what is no regular file is refused at once, by name of what it is") {
  const test::TempFolder temp;
  const DiskFiles files;
  CHECK(files.read(temp.path(), 10).error() == cannot_read(temp.path(), "It is a folder, not a file."));

  REQUIRE(::mkfifo(temp.path("pipe").c_str(), 0600) == 0);
  CHECK(files.read(temp.path("pipe"), 10).error() ==
        cannot_read(temp.path("pipe"), "It is a named pipe, not a file."));

  CHECK(files.read("/dev/zero", 10).error() == cannot_read("/dev/zero", "It is a device, not a file."));

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  temp.path("socket").copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  CHECK(files.read(temp.path("socket"), 10).error() ==
        cannot_read(temp.path("socket"), "It is a socket, not a file."));
  ::close(socket);
}

TEST_CASE("an error names the path so that a terminal shows it safely") {
  const auto read = DiskFiles{}.read("/nowhere/\x1b[2Jx", 10);
  REQUIRE_FALSE(read);
  CHECK(read.error() == cannot_read("/nowhere/\\u{1b}[2Jx", "No such file or directory."));
  CHECK(DiskFiles{}.read(std::string{"/etc\0/x", 7}, 10).error().why == "A path cannot hold a NUL character.");
}
