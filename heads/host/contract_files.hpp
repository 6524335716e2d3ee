// The folder of contracts on disk.
#pragma once

#include "core/port/contracts.hpp"

namespace hz {

class DiskContractFiles final : public ContractFiles {
 public:
  explicit DiskContractFiles(std::string directory) : directory_(std::move(directory)) {}

  [[nodiscard]] const std::string& directory() const override { return directory_; }
  [[nodiscard]] Result<std::vector<ContractFile>> list() const override;
  /// Appears whole or not at all, and two at once do not overwrite each other.
  [[nodiscard]] std::optional<std::string> glance() const override;
  [[nodiscard]] Result<std::string> create(const std::string& name, const std::string& bytes) override;

 private:
  std::string directory_;
};

}  // namespace hz
