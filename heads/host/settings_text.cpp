#include "heads/host/settings_text.hpp"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>

#include "heads/host/file_reader.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

constexpr const char* unchanged = "It is unchanged.";

struct Free {
  void operator()(char* text) const { std::free(text); }  // NOLINT(cppcoreguidelines-no-malloc): realpath allocates
};

Result<std::optional<std::string>> read_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 && errno == ENOENT) return std::optional<std::string>{};
  HZ_TRY_ASSIGN(Files::Content content, DiskFiles().read(path, DiskSettingsText::max_bytes));
  return std::optional{std::move(content.bytes)};
}

/// The file that the path leads to. A link to nothing is refused: what it was meant to lead to is not ours to
/// guess.
Result<std::string> behind_links(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 && errno == ENOENT) return path;
  const std::unique_ptr<char, Free> real{::realpath(path.c_str(), nullptr)};
  if (real) return std::string(real.get());
  return system_error(fmt::format("cannot follow {}", path), errno, path, unchanged);
}

/// A file that is there is replaced and lends its mode. A link, unlike a rename, fails where somebody else made one
/// meanwhile.
bool put(const Fd& temporary, const std::string& temporary_path, const std::string& bytes, const std::string& path,
         bool is_new) {
  struct stat status {};
  constexpr mode_t permission_bits = 07777;
  const bool is_there = !is_new && ::stat(path.c_str(), &status) == 0;
  const bool written = ::ftruncate(temporary.get(), 0) == 0 && write_all(temporary.get(), bytes) &&
                       (!is_there || ::fchmod(temporary.get(), status.st_mode & permission_bits) == 0) &&
                       ::fsync(temporary.get()) == 0;
  if (written && is_there && ::rename(temporary_path.c_str(), path.c_str()) == 0) return true;
  const bool linked = written && !is_there && ::link(temporary_path.c_str(), path.c_str()) == 0;
  const int error = errno;
  ::unlink(temporary_path.c_str());
  errno = error;
  return linked;
}

}  // namespace

Result<std::optional<std::string>> DiskSettingsText::read() const {
  return read_at(path_);
}

Result<void> DiskSettingsText::edit(const Change& change) {
  HZ_TRY(make_private_folders(folder_of(path_)));
  HZ_TRY_ASSIGN(const std::string path, behind_links(path_));
  const std::string temporary_path =
      fmt::format("{}/.{}.tmp", folder_of(path), path.substr(path.find_last_of('/') + 1));
  // The locked file becomes the new one, so whoever waited for it starts anew and reads what is there then.
  HZ_TRY_ASSIGN(const std::optional<Fd> temporary, lock_file(temporary_path, WhenHeld::wait));
  const auto old = read_at(path);
  const auto bytes = old ? change(*old) : old.error();
  if (!bytes || !*bytes) {
    ::unlink(temporary_path.c_str());
    return bytes ? ok() : Result<void>(bytes.error());
  }
  if (!put(*temporary, temporary_path, **bytes, path, !old->has_value()))
    return system_error(fmt::format("cannot write {}", path), errno, path, unchanged);
  if (sync_folder(folder_of(path))) return ok();
  return system_error(fmt::format("cannot make {} durable", path), errno, path,
                      "It is written, but may not survive a power cut.");
}

}  // namespace hz
