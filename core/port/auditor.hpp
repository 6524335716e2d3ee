// What events are (L9): ids, chains, places, commits and bodies of a repository, checked without believing anything
// that was remembered. What they mean is judged by core/audit, from the events that are handed out here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/port/lane.hpp"
#include "core/port/progress.hpp"

namespace hz {

/// The tips and counts that a machine remembers, by ref.
using Witness = std::map<std::string, Tip>;

struct AuditFault {
  /// What the fault stops.
  enum class Scope {
    event,  ///< its stream, from here on; other streams go on
    lane,   ///< all of it: a tree or a commit, and nothing after it can be trusted
    body,   ///< nothing but the text: the chain does not need it
    story,  ///< nothing: a well-formed event contradicts what came before it, and a person must judge
  } scope = Scope::event;
  std::string lane;
  std::string stream;  ///< empty when no stream can be named
  std::string event;   ///< id, or as much of it as is known
  std::string file, commit;
  std::string what;
  std::uint64_t seq = 0;  ///< in its stream; 0 when it is not known
  auto operator<=>(const AuditFault&) const = default;
};

struct LaneSummary {
  std::string lane;  ///< ref
  Tip tip;
  std::uint64_t commits = 0, events = 0, streams = 0;
};

/// Bodies that are there and match, by the digest that names them, with their size.
using BodiesFound = std::map<std::string, std::uint64_t>;

[[nodiscard]] constexpr std::string_view to_text(AuditFault::Scope scope) {
  switch (scope) {
    case AuditFault::Scope::event:
      return "event";
    case AuditFault::Scope::lane:
      return "lane";
    case AuditFault::Scope::body:
      return "body";
    case AuditFault::Scope::story:
      return "story";
  }
  return "lane";
}

struct LedgerAudit {
  std::vector<LaneSummary> lanes;
  BodiesFound bodies;
  std::vector<AuditFault> faults;
};

class Auditor {
 public:
  using Visit = std::function<void(const std::string& lane, const Placed& placed)>;
  Auditor() = default;
  Auditor(const Auditor&) = delete;
  Auditor& operator=(const Auditor&) = delete;
  virtual ~Auditor() = default;

  /// Nothing lies at `path`: a ledger that was never written.
  [[nodiscard]] virtual bool is_absent(const std::string& path) const = 0;

  /// Every hz lane and body ref of the repository at `path` (bare, a clone or a work tree), in name order; `visit`
  /// gets the events of each lane in its order, those that are what they say. `witness`: a lane that does not
  /// descend from its remembered tip, or has fewer events, is a fault. Environment error when there is no
  /// repository or it cannot be opened; damaged error when its refs cannot be listed; usage error for a shallow
  /// clone.
  [[nodiscard]] virtual Result<LedgerAudit> verify(const std::string& path, const Witness& witness,
                                                   const Visit& visit, Progress& progress) = 0;
};

}  // namespace hz
