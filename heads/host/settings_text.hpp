// hz.toml on disk.
#pragma once

#include <string>
#include <utility>

#include "core/port/settings_text.hpp"

namespace hz {

/// The file is replaced as a whole: written beside it, fsync, rename, fsync of the folder. A new one is 0600, one
/// that is there keeps its mode. A link (to a folder of dotfiles, say) stays a link: the file that it leads to is
/// replaced.
class DiskSettingsText final : public SettingsText {
 public:
  static constexpr std::size_t max_bytes =
      (1U << 20U) + 1;  ///< one more than a reader takes: what is longer is refused

  explicit DiskSettingsText(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] Result<std::optional<std::string>> read() const override;
  [[nodiscard]] Result<void> edit(const Change& change) override;

 private:
  std::string path_;
};

}  // namespace hz
