// The envelope read in one pass, without building a value: what full verification does a million times. It vouches
// for what it accepts; whoever is refused asks read_event(), which it is held against.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/sha256.hpp"
#include "core/base/time.hpp"
#include "core/event/canonical_scan.hpp"

namespace hz {

/// An event as it stands in its bytes.
struct ScannedEvent {
  Instant at{};
  std::string_view machine, person, via, version;  ///< by
  const CanonicalScan::Value* data = nullptr;      ///< an object
  bool note = false;
  std::optional<Digest> prev;
  std::uint64_t seq = 0;
  std::string_view stream, type;
  std::int64_t v = 0;
};

/// True: read_event() accepts these bytes, and reads this. False says nothing. `scan` and `bytes` hold what `event`
/// points at. O(bytes).
[[nodiscard]] bool scan_event(std::string_view bytes, CanonicalScan& scan, ScannedEvent& event);

}  // namespace hz
