// Time and randomness of this machine. Nobody below heads/app makes these: they arrive as arguments.
#pragma once

#include "core/port/clock.hpp"

namespace hz {

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Instant now() const override;
  [[nodiscard]] Millis since_boot() const override;
  /// Empty if this machine cannot tell: then no two boots may be taken for the same one.
  [[nodiscard]] std::string boot_id() const override;
};

/// CLOCK_BOOTTIME (macOS: CLOCK_MONOTONIC, which counts sleep there).
[[nodiscard]] Millis milliseconds_since_boot();

class SystemEntropy final : public Entropy {
 public:
  /// From the kernel. A kernel without entropy ends the process: nothing may be made of predictable bytes.
  [[nodiscard]] std::string hex(std::size_t bytes) override;
};

}  // namespace hz
