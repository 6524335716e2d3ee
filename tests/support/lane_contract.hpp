// What every lane and every store of bodies promises (core/port/lane.hpp), as a list of named checks. A check
// answers with what was broken, so that it can be shown to notice: tests/contract holds lanes that are broken on
// purpose.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/port/lane.hpp"

namespace hz::test {

/// One ledger, empty at first. Every call opens it anew, as another process would.
class LaneWorld {
 public:
  LaneWorld() = default;
  LaneWorld(const LaneWorld&) = delete;
  LaneWorld& operator=(const LaneWorld&) = delete;
  virtual ~LaneWorld() = default;

  [[nodiscard]] virtual std::unique_ptr<Lane> lane() = 0;
  [[nodiscard]] virtual std::unique_ptr<Bodies> bodies() = 0;
};

struct LaneCheck {
  std::string name;                               ///< the promise
  std::function<std::string(LaneWorld&)> broken;  ///< how it was broken; empty if it was kept
};

[[nodiscard]] const std::vector<LaneCheck>& lane_contract();
/// The check of that name; asking for one that does not exist is a mistake of the test and throws.
[[nodiscard]] const LaneCheck& lane_check(const std::string& name);

}  // namespace hz::test
