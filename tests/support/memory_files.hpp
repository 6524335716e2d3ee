// Files and state files in memory: what the ports promise, without a disk.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/port/files.hpp"

namespace hz::test {

/// Does a glob name this path? "*" and "?" stay within a folder, "**" as a whole part is any number of folders.
[[nodiscard]] bool glob_names(std::string_view pattern, std::string_view path);

/// The person's files. Paths are absolute; the folders above a file are there with it.
class MemoryFiles : public Files {
 public:
  void put(const std::string& path, std::string bytes) { files_[path] = std::move(bytes); }
  void remove(const std::string& path) { files_.erase(path); }
  /// A folder that holds nothing, for globs that match nothing.
  void put_folder(const std::string& path) { folders_.insert(path); }
  /// From now on reading this path fails with the reason.
  void refuse(const std::string& path, std::string why) { refused_[path] = std::move(why); }

  [[nodiscard]] Result<Content> read(const std::string& path, std::size_t max) const override;
  [[nodiscard]] Result<std::vector<std::string>> glob(const std::string& pattern, std::size_t max) const override;

  /// Every path that was read, in order: an idle tick must not read anything.
  mutable std::vector<std::string> reads;

 private:
  [[nodiscard]] bool has_folder(const std::string& folder) const;

  std::map<std::string, std::string> files_, refused_;
  std::set<std::string> folders_;
};

/// HZ_HOME/state.
class MemoryStateFiles : public StateFiles {
 public:
  std::map<std::string, std::string> files;
  /// The names of all writes and removals, in order.
  std::vector<std::string> writes;

  /// Every write from now on fails with this error; nothing is written.
  void refuse_writes(Error error) { refusal_ = std::move(error); }
  void accept_writes() { refusal_.reset(); }
  /// The next write or removal of this name never happens: SimulatedCrash is thrown before it.
  void crash_before(const std::string& name) { crash_before_ = name; }

  [[nodiscard]] Result<std::optional<std::string>> read(const std::string& name) const override;
  [[nodiscard]] Result<void> write(const std::string& name, const std::string& bytes) override;
  [[nodiscard]] Result<void> remove(const std::string& name) override;

 private:
  [[nodiscard]] Result<void> admit(const std::string& name);

  std::optional<Error> refusal_;
  std::optional<std::string> crash_before_;
};

}  // namespace hz::test
