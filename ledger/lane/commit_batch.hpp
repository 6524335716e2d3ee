// One commit's worth of events, written as objects. No ref moves here.
#pragma once

#include <string_view>

#include "ledger/git/repository.hpp"
#include "ledger/lane/lane_store.hpp"

namespace hz {

/// What no lane takes, whatever its state: no events, an event whose bytes are not it or whose time is not the
/// commit's, a name that cannot be an author. These are mistakes of the caller: internal errors.
[[nodiscard]] Result<void> check_form(const Commit& commit);

/// Writes events, trees and commit on top of a lane that ends at `end`, seen by `view`; durable when it returns.
/// Each event must come next in its stream: damaged error if the stream is, internal error if it does not. Cost:
/// the events, and one folder of at most 256 entries for each step of their paths, whatever the lane's length.
[[nodiscard]] Result<ArrivedCommit> write_batch(git::Repository& repository, const LaneEnd& end, const View& view,
                                                const Commit& commit);

/// What a machine's address ends with in a commit (RFC 2606: no such host).
inline constexpr std::string_view machine_domain = "@hz.invalid";
/// "ada <k3v7q2m5x4ba@hz.invalid>", in whole seconds.
[[nodiscard]] git::Signature signature_of(const By& by, Instant at);

}  // namespace hz
