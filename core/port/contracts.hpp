// The person's contracts: the files in config/contracts/. Putting one there is the person's registration (W5).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace hz {

struct ContractFile {
  std::string path;                  ///< absolute; the last part is the file's name, always valid UTF-8
  std::optional<std::string> bytes;  ///< nothing when the file is refused
  std::string refused;               ///< why, in words: "is a link to a file that belongs to somebody else"
};

class ContractFiles {
 public:
  ContractFiles() = default;
  ContractFiles(const ContractFiles&) = delete;
  ContractFiles& operator=(const ContractFiles&) = delete;
  virtual ~ContractFiles() = default;

  /// Absolute: <config>/contracts.
  [[nodiscard]] virtual const std::string& directory() const = 0;

  /// The entries directly in the folder whose name ends in ".md" and does not begin with a dot (editors keep their
  /// locks and swap files there), folders left out, ordered by the bytes of their names. A folder that is not there
  /// is an empty list: a read creates nothing. Error: environment, when the folder is there and cannot be listed.
  ///
  /// Each entry has its bytes, at most max_bytes + 1 of them (the compiler refuses what is longer), or a reason why
  /// it is refused; one refused file never hides another:
  ///   - a symbolic link to a regular file is read if the person (the effective user) owns that file; else
  ///     "is a link to a file that belongs to somebody else"; a link to nothing: "is a link to a file that is not
  ///     there"
  ///   - neither a regular file nor a link to one: "is not a regular file". It is not opened: a pipe would block
  ///   - a name that is not UTF-8: "has a name that is not UTF-8", and `path` is repaired for display
  ///   - cannot be opened or read: "cannot be read: <the system's text>"
  [[nodiscard]] virtual Result<std::vector<ContractFile>> list() const = 0;

  /// Writes <directory>/<name>.md, 0600, making the folder (0700) if needed, and answers its path. Usage error when
  /// something of that name is there: nothing is ever overwritten. `name` is checked by the caller
  /// (is_contract_name).
  [[nodiscard]] virtual Result<std::string> create(const std::string& name, const std::string& bytes) = 0;

  /// Differs from what it was when a file was added, removed, renamed or written, without reading any. Nothing when
  /// that cannot be told: a file was written so lately that the clock of its file system may not tell it from the
  /// next.
  [[nodiscard]] virtual std::optional<std::string> glance() const { return std::nullopt; }

  static constexpr std::size_t max_bytes = 1U << 20U;
};

}  // namespace hz
