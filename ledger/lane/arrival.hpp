// Events and commits on their way in: what a commit's trailers say, and what its files hold.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/event/event.hpp"
#include "ledger/git/oid.hpp"

namespace hz {

struct Arrival {
  std::uint64_t number = 0;
  StreamName stream;
  std::uint64_t seq = 0;
  EventId id;
  std::string file;
  std::variant<Sealed, std::string> event;  ///< the file's event, or why it is none
};

/// One commit of a lane. Its tree holds exactly what the commits up to it added.
struct ArrivedCommit {
  git::Oid id, tree;
  Instant at{};  ///< of its events
  std::vector<Arrival> events;
};

/// Why the event is not what its trailer and its stream's chain ask for; empty if it is.
[[nodiscard]] std::string fault_of(const Arrival& arrival, const Head& head);

}  // namespace hz
