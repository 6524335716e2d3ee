#include "ledger/git/writer_lock.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <vector>

#include "ledger/git/error.hpp"

namespace hz::git {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t leftover_age_s = 3600;

Error cannot_lock(const std::string& path, int code) {
  if (code == ENOLCK || code == EOPNOTSUPP || code == ESTALE || code == ENOSYS) {
    return {ErrorKind::environment, fmt::format("the ledger cannot be locked: {}", path),
            fmt::format("This file system does not support flock: {}.",
                        std::strerror(code)),  // NOLINT(concurrency-mt-unsafe): constant texts in the C locale
            "Nothing was written: without a lock two processes could write at once.",
            "move HZ_HOME to a local disk"};
  }
  return os_error(fmt::format("the ledger cannot be locked: {}", path), code);
}

/// Somebody may have removed the file between our open and our lock: then our lock guards nothing.
bool is_still(int fd, const std::string& path) {
  struct stat ours {};
  struct stat named {};
  if (::fstat(fd, &ours) != 0 || ::stat(path.c_str(), &named) != 0) return false;
  return ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

bool is_temporary(std::string_view name) {
  for (const std::string_view start : {"tmp_", "pack_git2_", "tmp-"}) {
    if (name.substr(0, start.size()) == start) return true;
  }
  return name.size() > 5 && name.substr(name.size() - 5) == ".lock";
}

bool is_older(const fs::path& path, std::time_t than) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && found.st_mtime < than;
}

std::size_t remove_file(const fs::path& path) {
  std::error_code ignored;
  return fs::remove(path, ignored) ? 1 : 0;
}

std::size_t clear_ref_locks(const fs::path& repository) {
  std::size_t removed = 0;
  for (const char* const name : {"HEAD.lock", "packed-refs.lock", "config.lock"})
    removed += remove_file(repository / name);
  std::error_code fault;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator at(repository / "refs", fault), end; !fault && at != end;
       at.increment(fault)) {
    if (at->path().extension() == ".lock" && !at->is_directory(fault)) found.push_back(at->path());
  }
  for (const fs::path& path : found) removed += remove_file(path);
  return removed;
}

std::size_t clear_old_temporaries(const fs::path& objects, std::time_t older_than) {
  std::error_code fault;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator at(objects, fault), end; !fault && at != end; at.increment(fault)) {
    if (is_temporary(at->path().filename().string()) && is_older(at->path(), older_than))
      found.push_back(at->path());
  }
  std::size_t removed = 0;
  for (const fs::path& path : found) removed += remove_file(path);
  return removed;
}

/// An index is put in place before its pack is; one that stays alone is read by nobody.
std::size_t clear_lone_indices(const fs::path& packs, std::time_t older_than) {
  std::error_code fault;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(packs, fault), end; !fault && at != end; at.increment(fault)) {
    if (at->path().extension() != ".idx" || !is_older(at->path(), older_than)) continue;
    std::error_code unknown;
    const bool alone = !fs::exists(fs::path(at->path()).replace_extension(".pack"), unknown);
    if (alone && !unknown) found.push_back(at->path());
  }
  std::size_t removed = 0;
  for (const fs::path& path : found) removed += remove_file(path);
  return removed;
}

}  // namespace

Result<Descriptor> lock_file(const std::string& path, const Flock& flock) {
  for (;;) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, private_file_mode));
    if (!file) return cannot_lock(path, errno);
    ::fchmod(file.get(), private_file_mode);  // made just now, under whatever umask
    while (flock(file.get(), LOCK_EX) != 0) {
      if (errno != EINTR) return cannot_lock(path, errno);
    }
    if (is_still(file.get(), path)) return file;
  }
}

Result<Descriptor> lock_file(const std::string& path) {
  return lock_file(path, [](int fd, int operation) { return ::flock(fd, operation); });
}

Result<WriterLock> WriterLock::take(const std::string& repository) {
  HZ_TRY_ASSIGN(Descriptor file, lock_file(repository + "/" + file_name));
  return WriterLock(std::move(file));
}

Result<WriterLock> WriterLock::take(const std::string& repository, const Flock& flock) {
  HZ_TRY_ASSIGN(Descriptor file, lock_file(repository + "/" + file_name, flock));
  return WriterLock(std::move(file));
}

std::size_t WriterLock::clear_leftovers(const std::string& repository) const {
  std::size_t removed = clear_ref_locks(repository);
  struct stat now {
  };  // the file system's own clock: that of the machine that serves it, as for all the files in it
  if (::futimens(file_.get(), nullptr) == 0 && ::fstat(file_.get(), &now) == 0) {
    const fs::path objects = fs::path(repository) / "objects";
    removed += clear_lone_indices(objects / "pack", now.st_mtime - leftover_age_s);
    removed += clear_old_temporaries(objects, now.st_mtime - leftover_age_s);
  }
  return removed;
}

}  // namespace hz::git
