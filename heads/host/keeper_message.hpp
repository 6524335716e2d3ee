// A run's request and its end, as frames.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

#include "core/port/processes.hpp"
#include "heads/host/frame.hpp"

namespace hz {

/// What a keeper is told: the request, and what hz adds.
struct KeeperOrders {
  RunRequest request;
  std::string lock_path;  ///< absolute; empty: no lock
  Millis grace{};         ///< between TERM and KILL
  mode_t umask = 0;       ///< the person's, for the run
};

[[nodiscard]] Frame to_frame(const KeeperOrders& orders);
[[nodiscard]] std::optional<KeeperOrders> orders_of(Frame frame);

[[nodiscard]] Frame to_frame(const RunEnd& end);
[[nodiscard]] std::optional<RunEnd> end_of(Frame frame);

}  // namespace hz
