#include "heads/host/posix.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace hz {
namespace {

std::string fix_for(int error, std::string_view path) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space on that disk, then try again";
    case EROFS:
      return "make that disk writable, or move HZ_HOME to one that is";
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files: ulimit -n";
    case ELOOP:
      return fmt::format("replace the symbolic link by a file of your own: {}", path);
    case EISDIR:
    case ENOTDIR:
      return fmt::format("move away what is in its place: ls -ld {}", path);
    default:
      return fmt::format("see who may use it: ls -ld {}", path);
  }
}

constexpr const char* unwritten = "Nothing was written.";
constexpr mode_t permission_bits = 07777;
constexpr mode_t private_folder = 0700;

Result<void> tighten(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return system_error(fmt::format("cannot use the folder {}", path), errno, path, unwritten);
  if (!S_ISDIR(status.st_mode))
    return system_error(fmt::format("cannot use the folder {}", path), ENOTDIR, path, unwritten);
  if ((status.st_mode & permission_bits) == private_folder || status.st_uid != ::geteuid()) return ok();
  if (::chmod(path.c_str(), private_folder) == 0) return ok();
  return system_error(fmt::format("cannot make the folder {} private", path), errno, path, unwritten);
}

/// mkdir and chmod, because the umask takes from the mode of mkdir even what the owner needs.
Result<void> make_one(const std::string& path) {
  if (::mkdir(path.c_str(), private_folder) == 0) {
    if (::chmod(path.c_str(), private_folder) == 0 && sync_folder(folder_of(path))) return ok();
  } else if (errno == EEXIST) {
    return ok();  // somebody else was first
  }
  return system_error(fmt::format("cannot create the folder {}", path), errno, path, unwritten);
}

}  // namespace

std::string errno_sentence(int error) {
  return std::generic_category().message(error) + ".";
}

std::string errno_words(int error) {
  std::string words = std::generic_category().message(error);
  const bool acronym = words.size() > 1 && std::isupper(static_cast<unsigned char>(words[1])) != 0;
  if (!words.empty() && !acronym) words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  return words;
}

Error system_error(std::string what, int error, std::string_view path, std::string kept) {
  return {ErrorKind::environment, std::move(what), errno_sentence(error), std::move(kept), fix_for(error, path)};
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string> read_up_to(int fd, std::size_t max) {
  std::string bytes;
  std::array<char, 1U << 16U> buffer;
  while (bytes.size() < max) {
    const ssize_t got = ::read(fd, buffer.data(), std::min(buffer.size(), max - bytes.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

Result<void> make_private_folders(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return ok();
  if (errno != ENOENT) return system_error(fmt::format("cannot use the folder {}", path), errno, path, unwritten);
  const std::string parent = folder_of(path);
  if (parent != path) HZ_TRY(make_private_folders(parent));
  return make_one(path);
}

Result<void> ensure_private_folder(const std::string& path) {
  HZ_TRY(make_private_folders(path));
  return tighten(path);
}

bool sync_folder(const std::string& path) {
  const Fd folder{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  return folder && ::fsync(folder.get()) == 0;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace hz
