// DiskFiles::glob: a bounded walk below the part of the pattern that has no wildcard.
#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <sys/stat.h>

#include "core/base/text.hpp"
#include "heads/host/file_reader.hpp"
#include "heads/host/posix.hpp"
#include "heads/host/wildcard.hpp"

namespace hz {
namespace {

struct Pattern {
  std::string root;                ///< up to the first component with a wildcard
  std::vector<std::string> below;  ///< the rest, component by component; empty: the pattern is one path
};

Pattern split(const std::string& pattern) {
  Pattern result;
  result.root = pattern.starts_with('/') ? "/" : ".";
  bool wild = false;
  std::size_t from = 0;
  while (from <= pattern.size()) {
    const std::size_t slash = std::min(pattern.find('/', from), pattern.size());
    const std::string part = pattern.substr(from, slash - from);
    from = slash + 1;
    if (part.empty() || part == ".") continue;
    wild = wild || part.find_first_of("*?") != std::string::npos;
    if (wild) {
      result.below.push_back(part);
    } else {
      result.root += (result.root.ends_with('/') ? "" : "/") + part;
    }
  }
  if (result.root.starts_with("./")) result.root.erase(0, 2);
  return result;
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

class Walk {
 public:
  Walk(const std::string& pattern, const std::vector<std::string>& parts) : pattern_(pattern), parts_(parts) {}

  /// `positions`: the components that a name in this folder may match, more than one only below "**".
  Result<void> visit(Fd folder, const std::string& path, const std::set<std::size_t>& positions, int depth) {
    if (depth > DiskFiles::max_depth)
      return too_much(fmt::format("It goes deeper than {} folders.", DiskFiles::max_depth));
    const int raw = folder.get();
    const Directory directory{::fdopendir(raw)};
    if (!directory) return unreadable(path, errno);
    static_cast<void>(folder.release());  // closedir closes it
    while (true) {
      errno = 0;
      const dirent* entry = ::readdir(directory.get());
      if (entry == nullptr && errno != 0) return unreadable(path, errno);
      if (entry == nullptr) return ok();
      const std::string name = static_cast<const char*>(entry->d_name);
      if (name == "." || name == "..") continue;
      if (++visited_ > DiskFiles::max_visited) {
        return too_much(fmt::format("It looks at more than {} files and folders.", DiskFiles::max_visited));
      }
      HZ_TRY(meet(raw, path, name, positions, depth));
    }
  }

  [[nodiscard]] std::vector<std::string> take(std::size_t max) {
    std::sort(found_.begin(), found_.end());
    if (found_.size() > max + 1) found_.resize(max + 1);
    return std::move(found_);
  }

 private:
  Result<void> meet(int folder, const std::string& path, const std::string& name,
                    const std::set<std::size_t>& positions, int depth) {
    std::set<std::size_t> next;
    bool whole = false;
    for (const std::size_t at : closure(positions)) step(name, at, next, whole);
    if (!whole && next.empty()) return ok();
    struct stat status {};
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return gone_or(path, errno);
    const std::string full = (path == "." ? "" : path.ends_with('/') ? path : path + "/") + name;
    if (S_ISDIR(status.st_mode)) {
      if (next.empty()) return ok();
      Fd below{::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
      if (!below) return gone_or(full, errno);
      return visit(std::move(below), full, next, depth + 1);
    }
    const bool link = S_ISLNK(status.st_mode);
    if (whole && (!link || ::fstatat(folder, name.c_str(), &status, 0) == 0) && S_ISREG(status.st_mode))
      found_.push_back(full);
    return ok();
  }

  /// "**" also stands for no folder at all: what follows it may match here as well.
  [[nodiscard]] std::set<std::size_t> closure(const std::set<std::size_t>& positions) const {
    std::set<std::size_t> all = positions;
    for (const std::size_t position : positions) {
      for (std::size_t at = position; at < parts_.size() && parts_[at] == "**"; ++at) all.insert(at + 1);
    }
    return all;
  }

  void step(const std::string& name, std::size_t at, std::set<std::size_t>& next, bool& whole) const {
    if (at >= parts_.size()) return;
    const bool any_folders = parts_[at] == "**";
    if (!matches_wildcard(any_folders ? "*" : parts_[at], name)) return;
    // A "**" at the end matches every file below.
    const bool last = at + 1 == parts_.size();
    whole = whole || last;
    if (any_folders) next.insert(at);
    if (!any_folders && !last) next.insert(at + 1);
  }

  [[nodiscard]] Result<void> gone_or(const std::string& path, int error) const {
    if (error == ENOENT || error == ENOTDIR || error == ELOOP) return ok();  // changed while we looked
    return unreadable(path, error);
  }
  /// Not skipped: what lies in it would seem to be gone.
  [[nodiscard]] Error unreadable(const std::string& path, int error) const {
    return {ErrorKind::unavailable, fmt::format("cannot look for {}", escape_for_display(pattern_)),
            fmt::format("{}: {}.", escape_for_display(path), errno_words(error)), "",
            fmt::format("ls -ld '{}'", escape_for_display(path))};
  }
  [[nodiscard]] Error too_much(std::string why) const {
    return {ErrorKind::unavailable, fmt::format("cannot look for {}", escape_for_display(pattern_)), std::move(why),
            "", "name a smaller folder in the glob"};
  }

  const std::string& pattern_;
  const std::vector<std::string>& parts_;
  std::vector<std::string> found_;
  std::size_t visited_ = 0;
};

Error no_root(const std::string& pattern, const std::string& root, int error) {
  return {ErrorKind::unavailable, fmt::format("cannot look for {}", escape_for_display(pattern)),
          fmt::format("{}: {}.", escape_for_display(root), errno_words(error)), "",
          fmt::format("ls -ld '{}'", escape_for_display(root))};
}

}  // namespace

Result<std::vector<std::string>> DiskFiles::glob(const std::string& pattern, std::size_t max) const {
  if (pattern.find('\0') != std::string::npos) return no_root(pattern, pattern, EINVAL);
  const auto [root, below] = split(pattern);
  if (below.empty()) {
    struct stat status {};
    if (::stat(root.c_str(), &status) == 0) {
      return S_ISREG(status.st_mode) ? std::vector<std::string>{root} : std::vector<std::string>{};
    }
    return no_root(pattern, root, errno);
  }
  Fd folder{::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder) return no_root(pattern, root, errno);
  Walk walk{pattern, below};
  HZ_TRY(walk.visit(std::move(folder), root, {0}, 0));
  return walk.take(max);
}

}  // namespace hz
