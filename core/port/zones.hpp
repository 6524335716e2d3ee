// The zone database: what core needs of it and no more.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace hz {

/// Wall-clock time without a zone, in whole seconds.
using Local = std::chrono::local_seconds;

/// One zone's rules, at any time: the offset of the last known rule holds for ever, a yearly rule repeats for ever.
/// An offset from UTC is less than 26 hours either way (RFC 9636, 3.2).
class Zone {
 public:
  /// How a wall-clock time maps to instants.
  struct Mapping {
    enum class Kind { unique, skipped, repeated } kind = Kind::unique;
    Slot first{};   ///< unique: the instant. repeated: the first occurrence. skipped: the instant with the offset
                    ///< that was in force before the gap, that is the wall-clock time shifted by the gap
    Slot second{};  ///< repeated: the second occurrence; else as first
  };

  Zone() = default;
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;
  virtual ~Zone() = default;

  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual Mapping map(Local wall_clock) const = 0;
  [[nodiscard]] virtual Local local(Slot instant) const = 0;
  /// The first instant after `instant` at which the offset from UTC changes; nothing if it never does again.
  /// Whoever walks long ranges may treat the time up to there as plain arithmetic.
  [[nodiscard]] virtual std::optional<Slot> next_change(Slot instant) const = 0;
};

class Zones {
 public:
  Zones() = default;
  Zones(const Zones&) = delete;
  Zones& operator=(const Zones&) = delete;
  virtual ~Zones() = default;

  /// Config error with a fix when the name is unknown: never a silent UTC (D6).
  [[nodiscard]] virtual Result<std::shared_ptr<const Zone>> load(const std::string& name) const = 0;
  /// The person's zone: TZ, else the system's. Config error when TZ names none, environment error when the system's
  /// cannot be told; both with their fix.
  [[nodiscard]] virtual Result<std::shared_ptr<const Zone>> of_person() const = 0;
  /// Of the zone data: "2025b", or "unknown".
  [[nodiscard]] virtual std::string version() const = 0;
};

}  // namespace hz
