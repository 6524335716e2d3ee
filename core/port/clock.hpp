#pragma once

#include <string>

#include "core/base/time.hpp"

namespace hz {

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  /// The wall clock. May jump in both directions.
  [[nodiscard]] virtual Instant now() const = 0;
  /// CLOCK_BOOTTIME: never jumps, counts sleep, starts anew at each boot.
  [[nodiscard]] virtual Millis since_boot() const = 0;
  /// Differs after each boot.
  [[nodiscard]] virtual std::string boot_id() const = 0;
};

class Entropy {
 public:
  Entropy() = default;
  Entropy(const Entropy&) = delete;
  Entropy& operator=(const Entropy&) = delete;
  virtual ~Entropy() = default;

  /// `bytes` unpredictable bytes as lower-case hex.
  [[nodiscard]] virtual std::string hex(std::size_t bytes) = 0;
};

}  // namespace hz
