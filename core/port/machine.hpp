// What there is one of on a machine: the tick, its log, its clockwork.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/result.hpp"

namespace hz {

/// Two ticks never run at once on one machine (D3). Kernel-released: a crashed tick leaves none behind.
class TickGate {
 public:
  /// Held as long as it lives.
  class Held {
   public:
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
  };

  TickGate() = default;
  TickGate(const TickGate&) = delete;
  TickGate& operator=(const TickGate&) = delete;
  virtual ~TickGate() = default;

  /// Unavailable error that says who holds it, when it is held. Environment error when there can be no lock.
  [[nodiscard]] virtual Result<std::unique_ptr<Held>> take() = 0;
};

class LogReader {
 public:
  LogReader() = default;
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;
  virtual ~LogReader() = default;

  /// The newest lines, oldest first. A line that is no JSON object is shown with the level "unreadable".
  [[nodiscard]] virtual Result<std::vector<Json>> last(std::size_t lines) const = 0;
};

}  // namespace hz
