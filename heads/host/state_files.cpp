#include "heads/host/state_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

constexpr std::size_t max_part = 240;  // a file name has 255 bytes, ours is ".<name>.tmp" while it is written

constexpr const char* unwritten = "Nothing was written.";

bool is_part(std::string_view part) {
  return !part.empty() && part.size() <= max_part && part[0] != '.' && part.find('\0') == std::string_view::npos;
}

/// "name" or "folder/name". Anything else comes from a bug, and must not reach outside the folder.
Result<void> check_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  const std::string_view last = slash == std::string_view::npos ? name : name.substr(slash + 1);
  const bool fits = is_part(last) && last.find('/') == std::string_view::npos &&
                    (slash == std::string_view::npos || is_part(name.substr(0, slash)));
  if (fits) return ok();
  return Error{ErrorKind::internal, fmt::format("\"{}\" is no name of a state file", name), "",
               "Nothing was read or written.", ""};
}

Error cannot_write(const std::string& path, int error) {
  return system_error(fmt::format("cannot write {}", path), error, path, "What it held before is unchanged.");
}

/// The locked file is the one that the temporary name stands for, so after the rename the next writer starts a new
/// one.
Result<void> replace(const Fd& temporary, const std::string& temporary_path, const std::string& path,
                     const std::string& bytes) {
  if (::ftruncate(temporary.get(), 0) != 0 || !write_all(temporary.get(), bytes) || ::fsync(temporary.get()) != 0 ||
      ::rename(temporary_path.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_path.c_str());
    return cannot_write(path, error);
  }
  if (!sync_folder(folder_of(path))) {
    return system_error(fmt::format("cannot make {} durable", path), errno, path,
                        "It is written, but may not survive a power cut.");
  }
  return ok();
}

}  // namespace

Result<std::optional<std::string>> DiskStateFiles::read(const std::string& name) const {
  HZ_TRY(check_name(name));
  const std::string path = folder_ + "/" + name;
  const std::string what = fmt::format("cannot read {}", path);
  const Fd file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!file && errno == ENOENT) return std::optional<std::string>{};
  if (!file) return system_error(what, errno, path, unwritten);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error(what, errno, path, unwritten);
  if (S_ISDIR(status.st_mode)) return system_error(what, EISDIR, path, unwritten);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorKind::environment, what, "It is not a regular file.", unwritten,
                 fmt::format("move away what is in its place: ls -ld {}", path)};
  }
  auto bytes = read_up_to(file.get(), max_bytes + 1);
  if (!bytes) return system_error(what, errno, path, unwritten);
  if (bytes->size() > max_bytes) {
    return Error{ErrorKind::environment, what,
                 fmt::format("It has more than {} bytes: hz did not write that.", max_bytes), unwritten,
                 fmt::format("move it away: {}", path)};
  }
  return bytes;
}

Result<void> DiskStateFiles::write(const std::string& name, const std::string& bytes) {
  HZ_TRY(check_name(name));
  const std::string path = folder_ + "/" + name;
  const std::string folder = folder_of(path);
  HZ_TRY(ensure_private_folder(folder_));
  if (folder != folder_) HZ_TRY(ensure_private_folder(folder));
  const std::string temporary_path = fmt::format("{}/.{}.tmp", folder, path.substr(folder.size() + 1));
  HZ_TRY_ASSIGN(const std::optional<Fd> temporary, lock_file(temporary_path, WhenHeld::wait));
  return replace(*temporary, temporary_path, path, bytes);
}

Result<void> DiskStateFiles::remove(const std::string& name) {
  HZ_TRY(check_name(name));
  const std::string path = folder_ + "/" + name;
  if (::unlink(path.c_str()) != 0) {
    if (errno == ENOENT) return ok();
    return system_error(fmt::format("cannot remove {}", path), errno, path, "It is still there.");
  }
  if (!sync_folder(folder_of(path))) {
    return system_error(fmt::format("cannot make the removal of {} durable", path), errno, path);
  }
  return ok();
}

}  // namespace hz
