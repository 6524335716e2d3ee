// Files: what a contract names as input, and hz's own small state files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace hz {

/// The person's files, read only.
class Files {
 public:
  struct Content {
    std::string bytes;
    std::uint64_t size = 0;  ///< of the whole file; larger than bytes.size() when cut
  };

  Files() = default;
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  virtual ~Files() = default;

  /// At most `max` bytes. Unavailable error, naming the path, if it cannot be read or is no regular file.
  [[nodiscard]] virtual Result<Content> read(const std::string& path, std::size_t max) const = 0;
  /// Paths of regular files that match a glob ("*" within a folder, "**" across folders, "?"), sorted by bytes, at
  /// most `max` + 1. Links to folders are not followed. A glob that matches nothing is an empty list; a missing
  /// root is an error.
  [[nodiscard]] virtual Result<std::vector<std::string>> glob(const std::string& pattern,
                                                              std::size_t max) const = 0;
};

/// hz's own state folder (HZ_HOME/state): small files, each written whole: fsync, rename.
class StateFiles {
 public:
  StateFiles() = default;
  StateFiles(const StateFiles&) = delete;
  StateFiles& operator=(const StateFiles&) = delete;
  virtual ~StateFiles() = default;

  /// `name` is relative: "last-tick", "skips/contract=3adigest.json". Nothing if it is not there.
  [[nodiscard]] virtual Result<std::optional<std::string>> read(const std::string& name) const = 0;
  [[nodiscard]] virtual Result<void> write(const std::string& name, const std::string& bytes) = 0;
  [[nodiscard]] virtual Result<void> remove(const std::string& name) = 0;
};

}  // namespace hz
