// A lane as far as this process read it, in memory: the plain store, for when there is no index.
#pragma once

#include "ledger/lane/lane_log.hpp"
#include "ledger/lane/lane_store.hpp"

namespace hz {

class MemoryStore final : public LaneStore {
 public:
  [[nodiscard]] Result<LaneEnd> end() override { return end_; }
  [[nodiscard]] Result<void> update(const Fill& fill) override;
  [[nodiscard]] Result<std::shared_ptr<const View>> view() override;
  [[nodiscard]] Result<std::shared_ptr<const View>> view(const Moment& moment) override;

 private:
  class Gathered;
  std::shared_ptr<LaneLog> log_ = std::make_shared<LaneLog>();
  LaneEnd end_;
};

}  // namespace hz
