// Bodies beside the lanes: one branch a machine and month, so that erasing a text or letting a month expire
// rewrites no lane.
#pragma once

#include <memory>

#include "core/event/lane_name.hpp"
#include "core/port/lane.hpp"
#include "ledger/lane/ledger_folder.hpp"

namespace hz {

/// refs/heads/hz/body/<yyyy-mm>/<machine>, a file each: "66/662a64c5….json". Not for two threads at once.
class GitBodies final : public Bodies {
 public:
  GitBodies(std::shared_ptr<LedgerFolder> folder, MachineId machine)
      : folder_(std::move(folder)), machine_(std::move(machine)) {}

  [[nodiscard]] Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) override;
  [[nodiscard]] Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const override;

 private:
  std::shared_ptr<LedgerFolder> folder_;
  MachineId machine_;
};

}  // namespace hz
