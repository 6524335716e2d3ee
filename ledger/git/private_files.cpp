#include "ledger/git/private_files.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "ledger/git/error.hpp"

namespace hz::git {
namespace {

Error failed(std::string_view doing, const std::string& path) {
  const int code = errno;
  return os_error(fmt::format("{} failed: {}", doing, path), code);
}

Result<void> write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed("writing a file of the ledger", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok();
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.release();
  }
  return *this;
}

void Descriptor::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

int Descriptor::release() {
  return std::exchange(fd_, -1);
}

Result<void> make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), private_folder_mode) != 0) {
    if (errno == EEXIST) return ok();
    return failed("making a folder of the ledger", path);
  }
  HZ_TRY(set_mode(path, private_folder_mode));
  return sync_folder(std::filesystem::path(path).parent_path().string());
}

Result<void> make_private_folders(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode)) return ok();
  const auto above = std::filesystem::path(path).parent_path().string();
  if (!above.empty() && above != path) HZ_TRY(make_private_folders(above));
  return make_private_folder(path);
}

Result<void> make_private_file(const std::string& path, std::string_view bytes) {
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, private_file_mode));
  if (!file) return failed("making a file of the ledger", path);
  if (::fchmod(file.get(), private_file_mode) != 0) return failed("setting the mode of a file of the ledger", path);
  HZ_TRY(write_all(file.get(), bytes, path));
  if (::fsync(file.get()) != 0) return failed("syncing a file of the ledger", path);
  return ok();
}

Result<void> sync_folder(const std::string& path) {
  const std::string& folder = path.empty() ? std::string(".") : path;
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return failed("opening a folder of the ledger", folder);
  if (::fsync(opened.get()) != 0) return failed("syncing a folder of the ledger", folder);
  return ok();
}

Result<void> set_mode(const std::string& path, mode_t mode) {
  constexpr mode_t permissions = 07777;
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0 && (found.st_mode & permissions) == mode) return ok();
  if (::chmod(path.c_str(), mode) != 0) return failed("setting the mode of a file of the ledger", path);
  return ok();
}

}  // namespace hz::git
