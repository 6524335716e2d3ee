// The person's files, read only.
#pragma once

#include "core/port/files.hpp"

namespace hz {

/// Reads whole or cut, never waits: a FIFO, device or folder in the place of a file is an error at once. Links to
/// files are followed; a glob does not follow links to folders, so it ends. Globs: "*" and "?" within a name ("?"
/// is one character), "**" as a whole component for any number of folders, also none. As in a shell a name that
/// starts with a dot is matched only by a component that does.
class DiskFiles final : public Files {
 public:
  static constexpr std::size_t max_visited = 200'000;  ///< entries looked at for one glob; more is an error
  static constexpr int max_depth = 64;                 ///< folders below the glob's root

  [[nodiscard]] Result<Content> read(const std::string& path, std::size_t max) const override;
  [[nodiscard]] Result<std::vector<std::string>> glob(const std::string& pattern, std::size_t max) const override;
};

}  // namespace hz
