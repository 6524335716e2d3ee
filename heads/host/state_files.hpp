// The state folder on disk.
#pragma once

#include "core/port/files.hpp"

namespace hz {

/// Files 0600 in folders 0700, whatever the umask. A file is replaced as a whole (write beside it, fsync, rename,
/// fsync of the folder), so that a reader meets the old bytes or the new ones and a crash leaves one of them.
/// Writers of one name wait for each other; what a killed writer left beside a file is used up by the next one.
/// Reads create nothing. A file that somebody truncated or filled with NUL is handed out as it is: its reader
/// judges it.
class DiskStateFiles final : public StateFiles {
 public:
  static constexpr std::size_t max_bytes = 64U << 20U;

  explicit DiskStateFiles(std::string folder) : folder_(std::move(folder)) {}

  /// Environment error: unreadable, no regular file, or larger than max_bytes. Internal error: no name of a state
  /// file.
  [[nodiscard]] Result<std::optional<std::string>> read(const std::string& name) const override;
  /// Environment error: the old file is unchanged.
  [[nodiscard]] Result<void> write(const std::string& name, const std::string& bytes) override;
  /// A file that is not there is no error.
  [[nodiscard]] Result<void> remove(const std::string& name) override;

 private:
  std::string folder_;
};

}  // namespace hz
