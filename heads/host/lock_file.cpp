#include "heads/host/lock_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "heads/host/posix.hpp"

namespace hz {
namespace {

constexpr mode_t private_file = 0600;
constexpr mode_t permission_bits = 07777;

Error cannot_lock(const std::string& path, int error) {
  const bool no_locks =
      error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == ESTALE || error == EINVAL;
  if (!no_locks)
    return system_error(fmt::format("cannot lock {}", path), error, path, "Nothing was done without the lock.");
  return {ErrorKind::environment, fmt::format("cannot lock {}", path),
          fmt::format("The file system does not support locks: {}.", errno_words(error)),
          "Nothing was done without the lock.", "move HZ_HOME to a local disk"};
}

/// O_NONBLOCK: opening a FIFO that somebody put there must not wait for its other end.
Result<Fd> open_private(const std::string& path) {
  Fd file{::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, private_file)};
  if (!file) return cannot_lock(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return cannot_lock(path, errno);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorKind::environment, fmt::format("cannot lock {}", path), "It is not a regular file.",
                 "Nothing was done without the lock.",
                 fmt::format("move away what is in its place: ls -ld {}", path)};
  }
  if ((status.st_mode & permission_bits) != private_file && ::fchmod(file.get(), private_file) != 0) {
    return cannot_lock(path, errno);
  }
  return file;
}

bool is_named_by(const Fd& file, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file.get(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace

Result<std::optional<Fd>> lock_file(const std::string& path, WhenHeld when_held) {
  const int operation = LOCK_EX | (when_held == WhenHeld::give_up ? LOCK_NB : 0);
  while (true) {
    HZ_TRY_ASSIGN(Fd file, open_private(path));
    while (::flock(file.get(), operation) != 0) {
      if (errno == EWOULDBLOCK) return std::optional<Fd>{};
      if (errno != EINTR) return cannot_lock(path, errno);
    }
    if (is_named_by(file, path)) return std::optional{std::move(file)};
  }
}

}  // namespace hz
