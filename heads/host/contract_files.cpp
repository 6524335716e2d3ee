#include "heads/host/contract_files.hpp"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>

#include "core/base/text.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

/// Some file systems count whole seconds, FAT two of them.
constexpr time_t too_lately_s = 3;

Error cannot_list(const std::string& directory, int error) {
  return system_error(fmt::format("cannot list the contracts in {}", directory), error, directory);
}

/// The names that could be contracts, by bytes; nothing: see errno.
std::optional<std::vector<std::string>> names_in(const std::string& directory) {
  const std::unique_ptr<DIR, CloseDirectory> open{::opendir(directory.c_str())};
  if (!open) return std::nullopt;
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr && errno != 0) return std::nullopt;
    if (entry == nullptr) break;
    const std::string name = static_cast<const char*>(entry->d_name);
    if (name.ends_with(".md") && !name.starts_with('.')) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string unreadable(int error) {
  return fmt::format("cannot be read: {}", errno_words(error));
}

/// Fills in bytes or the reason. O_NONBLOCK and the second look through the descriptor: the entry may have been
/// replaced by something else since it was looked at.
void fill(ContractFile& file, const std::string& path, bool link) {
  const Fd open{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (link ? 0 : O_NOFOLLOW))};
  struct stat status {};
  if (!open || ::fstat(open.get(), &status) != 0) {
    file.refused = unreadable(errno);
  } else if (!S_ISREG(status.st_mode)) {
    file.refused = "is not a regular file";
  } else if (link && status.st_uid != ::geteuid()) {
    file.refused = "is a link to a file that belongs to somebody else";
  } else {
    file.bytes = read_up_to(open.get(), ContractFiles::max_bytes + 1);
    if (!file.bytes) file.refused = unreadable(errno);
  }
}

/// Nothing: a folder, or gone since it was listed.
std::optional<ContractFile> look_at(const std::string& path, bool is_text) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 && errno == ENOENT) return std::nullopt;
  if (S_ISDIR(status.st_mode)) return std::nullopt;
  ContractFile file{repair_utf8(path), std::nullopt, ""};
  const bool link = S_ISLNK(status.st_mode);
  if (!is_text) {
    file.refused = "has a name that is not UTF-8";
  } else if (link && ::stat(path.c_str(), &status) != 0) {
    file.refused = errno == ENOENT || errno == ELOOP ? "is a link to a file that is not there" : unreadable(errno);
  } else if (!S_ISREG(status.st_mode)) {
    file.refused = "is not a regular file";  // and is not opened: the other end of a pipe would notice
  } else {
    fill(file, path, link);
  }
  return file;
}

Error exists_already(const std::string& path) {
  return {ErrorKind::usage, fmt::format("{} is there already", path), "A contract is never overwritten.",
          "It is unchanged.", "choose another name, or edit that file"};
}

}  // namespace

Result<std::vector<ContractFile>> DiskContractFiles::list() const {
  std::vector<ContractFile> files;
  const auto names = names_in(directory_);
  if (!names && errno == ENOENT) return files;
  if (!names) return cannot_list(directory_, errno);
  for (const std::string& name : *names) {
    if (auto file = look_at(directory_ + "/" + name, is_utf8(name))) files.push_back(*std::move(file));
  }
  return files;
}

std::optional<std::string> DiskContractFiles::glance() const {
  const auto names = names_in(directory_);
  timespec now{};
  if (!names || ::clock_gettime(CLOCK_REALTIME, &now) != 0) return std::nullopt;
  std::string all;
  for (const std::string& name : *names) {
    struct stat status {};
    const std::string path = directory_ + "/" + name;
    // Of a link both count: itself, and what it leads to.
    for (const auto look : {::lstat, ::stat}) {
      if (look(path.c_str(), &status) != 0) return std::nullopt;
      if (status.st_ctim.tv_sec >= now.tv_sec - too_lately_s) return std::nullopt;
      all +=
          fmt::format("{} {:o} {} {} {}.{} {}.{}\n", name, status.st_mode, status.st_ino, status.st_size,
                      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    }
  }
  return all;
}

Result<std::string> DiskContractFiles::create(const std::string& name, const std::string& bytes) {
  HZ_TRY(make_private_folders(directory_));
  const std::string path = fmt::format("{}/{}.md", directory_, name);
  const std::string temporary_path = fmt::format("{}/.{}.tmp", directory_, name);
  HZ_TRY_ASSIGN(const std::optional<Fd> temporary, lock_file(temporary_path, WhenHeld::wait));
  // A link, unlike a rename, fails where something is already.
  const bool created = ::ftruncate(temporary->get(), 0) == 0 && write_all(temporary->get(), bytes) &&
                       ::fsync(temporary->get()) == 0 && ::link(temporary_path.c_str(), path.c_str()) == 0;
  const int error = errno;
  ::unlink(temporary_path.c_str());
  if (!created && error == EEXIST) return exists_already(path);
  if (!created) return system_error(fmt::format("cannot create {}", path), error, path, "No contract was made.");
  if (!sync_folder(directory_))
    return system_error(fmt::format("cannot make {} durable", path), errno, path, "It is written.");
  return path;
}

}  // namespace hz
