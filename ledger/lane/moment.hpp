#pragma once

#include "ledger/lane/lane_log.hpp"

namespace hz {

/// How many of the log's commits lie before or at the moment, at least one. A time: up to the last commit not after
/// it, in milliseconds, as the events say. Usage error when nothing is that old, or the commit or event is not in
/// the log.
[[nodiscard]] Result<std::size_t> commits_as_of(const LaneLog& log, const Moment& moment);

/// The refusal of a time before the lane's `first` commit; nothing: it has none.
[[nodiscard]] Error nothing_by(Instant time, const std::optional<Instant>& first);

}  // namespace hz
