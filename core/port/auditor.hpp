// What events are (L9): ids, chains, places, commits and bodies of a repository, checked without believing anything that
// was remembered. What they mean is judged by core/audit, from the events that are handed out here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/port/progress.hpp"
#include "core/port/lane.hpp"

namespace hz {

/// The tips and counts that a machine remembers, by ref.
using Witness = std::map<std::string, Tip>;

struct AuditFault {
  enum class Scope {
    event,  ///< its stream stops here; other streams go on
    lane,   ///< a tree or a commit: nothing after it can be trusted
  } scope = Scope::event;
  std::string lane;
  std::string stream;  ///< empty when no stream can be named
  std::string event;   ///< id, or as much of it as is known
  std::string file, commit;
  std::string what;
  auto operator<=>(const AuditFault&) const = default;
};

struct LaneSummary {
  std::string lane;  ///< ref
  Tip tip;
  std::uint64_t commits = 0, events = 0, streams = 0;
};

/// Bodies that are there and match, by the digest that names them, with their size.
using BodiesFound = std::map<std::string, std::uint64_t>;

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

  /// Every hz lane and body ref of the repository at `path` (bare, a clone or a work tree), in name order; `visit` gets the
  /// events of each lane in its order, those that are what they say. `witness`: a lane that does not descend from its
  /// remembered tip, or has fewer events, is a fault. Damaged error when the repository as a whole cannot be read;
  /// usage error when it is none.
  [[nodiscard]] virtual Result<LedgerAudit> verify(const std::string& path, const Witness& witness, const Visit& visit, Progress& progress) = 0;
};

}  // namespace hz
