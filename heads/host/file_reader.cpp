#include "heads/host/file_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/text.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

Error cannot_read(const std::string& path, std::string why) {
  return {ErrorKind::unavailable, fmt::format("cannot read {}", escape_for_display(path)), std::move(why), "",
          fmt::format("ls -ld '{}'", escape_for_display(path))};
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "It is a folder, not a file.";
  if (S_ISFIFO(mode)) return "It is a named pipe, not a file.";
  if (S_ISSOCK(mode)) return "It is a socket, not a file.";
  return "It is a device, not a file.";
}

}  // namespace

Result<Files::Content> DiskFiles::read(const std::string& path, std::size_t max) const {
  if (path.find('\0') != std::string::npos) return cannot_read(path, "A path cannot hold a NUL character.");
  const Fd file{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  // A socket cannot be opened; say what it is instead of "no such device or address".
  struct stat status {};
  if ((file ? ::fstat(file.get(), &status) : ::stat(path.c_str(), &status)) == 0 && !S_ISREG(status.st_mode)) {
    return cannot_read(path, std::string{kind_of(status.st_mode)});
  }
  if (!file) return cannot_read(path, errno_sentence(errno));
  auto bytes = read_up_to(file.get(), max);
  if (!bytes) return cannot_read(path, errno_sentence(errno));
  // A file of /proc says 0, and a file may grow while it is read: what was read counts too.
  const auto size = std::max<std::uint64_t>(static_cast<std::uint64_t>(status.st_size), bytes->size());
  return Content{*std::move(bytes), size};
}

}  // namespace hz
