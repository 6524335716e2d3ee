#pragma once

#include "tests/bench/bench.hpp"

namespace hz::bench {

struct Ended {
  long rss_kib = 0;  ///< the most memory that it had at once, or this process when that is more
};

/// Starts the command, found in PATH, and waits for its end; its standard output goes nowhere. Anything but exit 0
/// ends the measurement.
Ended run(const Words& command);

}  // namespace hz::bench
