// source/<kind>-<digest>: what an input looked like, appended only when a facet moved. Equal definitions share a
// source.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/body.hpp"
#include "core/fold/thing.hpp"

namespace hz {

struct SourceObserved {
  std::string kind;
  std::uint64_t count = 0;
  std::map<std::string, std::string> facets;
  BodyRef items;  ///< the body with the list of {key, title, link, fingerprint}
};
/// Said once, when reading begins to fail.
struct SourceFailed {
  std::string error;              ///< in hz's own words
  std::optional<BodyRef> output;  ///< what a command said on standard error
};
struct SourceRecovered {};
using SourceFact = std::variant<SourceObserved, SourceFailed, SourceRecovered, NotUnderstood>;

struct SourceState {
  struct Observation {
    EventId id;
    Instant at{};
    SourceObserved seen;
  };
  std::optional<Observation> newest;
  bool failing = false;
  std::vector<std::string> anomalies;
};

struct Source {
  using Fact = SourceFact;
  using State = SourceState;
  using Command = std::variant<SourceObserved, SourceFailed>;  ///< what reading gave; says nothing if nothing moved
  [[nodiscard]] static Fact decode(const Sealed& raw);
  static void apply(State& state, const Told<Fact>& told);
  [[nodiscard]] static Result<std::vector<Draft>> decide(const State& now, const Command& command);

  static constexpr std::string_view snapshot_name = "source/1";
  [[nodiscard]] static std::optional<std::string> save(const State& state);
  [[nodiscard]] static std::optional<State> load(std::string_view bytes);
};

/// The facets of the newest observation are these: there is nothing to say, and no body to keep.
[[nodiscard]] bool is_unmoved(const SourceState& state, const std::map<std::string, std::string>& facets);

}  // namespace hz
