// One commit's worth of events, written as objects. No ref moves here.
#pragma once

#include <vector>

#include "ledger/lane/lane_reading.hpp"

namespace hz {

struct WrittenBatch {
  git::Oid commit, tree;
  std::vector<Arrival> arrivals;  ///< the events in their places, for the log
};

/// What no lane takes, whatever its state: no events, an event whose bytes are not it or whose time is not the
/// commit's, a name that cannot be an author. These are mistakes of the caller: internal errors.
[[nodiscard]] Result<void> check_form(const Commit& commit);

/// Writes events, trees and commit on top of `lane`; durable when it returns. Each event must come next in its
/// stream: damaged error if the stream is, internal error if it does not.
[[nodiscard]] Result<WrittenBatch> write_batch(git::Repository& repository, const ReadLane& lane,
                                               const Commit& commit);

/// "ada <k3v7q2m5x4ba@hz.invalid>", in whole seconds.
[[nodiscard]] git::Signature signature_of(const By& by, Instant at);

}  // namespace hz
