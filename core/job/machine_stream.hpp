// machine/<id>: what happens to a machine as a whole. In this slice: pausing its daemon.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/body.hpp"
#include "core/fold/thing.hpp"
#include "core/job/schedule.hpp"

namespace hz {

struct DaemonPaused {
  std::optional<BodyRef> reason;
};
struct DaemonResumed {};
using MachineFact = std::variant<DaemonPaused, DaemonResumed, NotUnderstood>;

struct MachineState {
  std::vector<PauseSpan> pauses;
  std::vector<std::string> anomalies;
  [[nodiscard]] bool paused() const { return !pauses.empty() && !pauses.back().to; }
};

struct Machine {
  using Fact = MachineFact;
  using State = MachineState;
  using Command = std::variant<DaemonPaused, DaemonResumed>;
  [[nodiscard]] static Fact decode(const Sealed& raw);
  static void apply(State& state, const Told<Fact>& told);
  /// Conflict when it is paused already, or not paused.
  [[nodiscard]] static Result<std::vector<Draft>> decide(const State& now, const Command& command);
};

}  // namespace hz
