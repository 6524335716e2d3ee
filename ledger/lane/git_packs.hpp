#pragma once

#include <memory>

#include "core/port/packs.hpp"
#include "ledger/lane/ledger_folder.hpp"

namespace hz {

class GitPacks final : public Packs {
 public:
  explicit GitPacks(std::shared_ptr<LedgerFolder> folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::size_t count() const override;
  [[nodiscard]] Result<RepackOutcome> repack(bool drop_unreachable) override;

 private:
  std::shared_ptr<LedgerFolder> folder_;
};

}  // namespace hz
