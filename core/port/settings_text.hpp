// The person's hz.toml, read and changed as a whole.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace hz {

class SettingsText {
 public:
  /// The new bytes for the old ones; nothing: leave the file as it is. `old` is nothing where there is no file.
  using Change = std::function<Result<std::optional<std::string>>(const std::optional<std::string>& old)>;

  SettingsText() = default;
  SettingsText(const SettingsText&) = delete;
  SettingsText& operator=(const SettingsText&) = delete;
  virtual ~SettingsText() = default;

  /// As people know it; a link is not followed in it.
  [[nodiscard]] virtual const std::string& path() const = 0;
  /// Nothing: there is no file. Environment or unavailable error when it is there and cannot be read.
  [[nodiscard]] virtual Result<std::optional<std::string>> read() const = 0;
  /// Nobody else's change gets lost: changes wait for each other, and `change` is given what the file holds then.
  /// The old bytes or the new ones are there at any moment, crash or not, and the new ones are durable when this
  /// returns. The error of `change` is answered, and the file is as it was.
  [[nodiscard]] virtual Result<void> edit(const Change& change) = 0;
};

}  // namespace hz
