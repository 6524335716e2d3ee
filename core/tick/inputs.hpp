// Reading the inputs of jobs, once a round whatever the number of jobs that share them, and judging what is new.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/contract/contract.hpp"
#include "core/fold/transact.hpp"
#include "core/job/job_stream.hpp"
#include "core/runner/input_news.hpp"
#include "core/tick/ports.hpp"
#include "core/watch/item.hpp"
#include "core/watch/source_stream.hpp"

namespace hz {

/// A source as it was read in this round.
struct SourceReading {
  StreamName source;
  std::string kind;
  Reading reading;
  std::string facet;             ///< `items`
  std::optional<Error> failure;  ///< it could not be read
  [[nodiscard]] std::map<std::string, std::string> facets() const { return {{"items", facet}}; }
};

/// The readings of one round, by source. Reading is an effect: it happens once for equal definitions.
class Readings {
 public:
  explicit Readings(const TickPorts& ports, const TickSettings& settings) : ports_(ports), settings_(settings) {}
  /// Reads all inputs of a contract that this round has not read yet. `dry`: inputs that start a process stay
  /// unread.
  void read(const Contract& contract, bool dry);
  [[nodiscard]] const SourceReading* find(const InputSpec& input) const;
  [[nodiscard]] const std::map<std::string, SourceReading>& all() const { return readings_; }
  /// The first input of the contract that could not be read.
  [[nodiscard]] std::optional<std::string> failure(const Contract& contract) const;

 private:
  const TickPorts& ports_;
  const TickSettings& settings_;
  std::map<std::string, SourceReading> readings_;
};

/// SHA-256 of canonical {contract, inputs: {name: {facet: fingerprint}}, epoch} (D9).
[[nodiscard]] std::string memo_key(const Contract& contract, const Readings& readings,
                                   const std::optional<std::string>& epoch);
/// The freshness epoch of a slot: nothing (never), the slot itself, or the slot floored to the declared duration.
[[nodiscard]] std::optional<std::string> epoch_of(const Contract& contract, Instant as_of);

/// One input as a run sees it, and as its receipt tells it.
struct SeenInput {
  InputNews shown;
  InputSeen seen;
};

/// What is new for a job since its last rendered receipt. If the list of the observation that it names has expired
/// or was erased, everything is new and the input says so. Error: damaged, when that list is.
[[nodiscard]] Result<std::vector<SeenInput>> news_of_inputs(const Contract& contract, const Readings& readings,
                                                            const std::optional<JobState::Last>& against,
                                                            const View& view, const Bodies& bodies);

}  // namespace hz
