// contract/<name>: the schedule history of a contract. What was due at a moment is judged by the schedule of that
// moment, never by today's file.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/fold/thing.hpp"
#include "core/job/catch_up.hpp"
#include "core/job/schedule.hpp"

namespace hz {

/// The terms under which slots arise. contract.changed is appended when any member differs from the newest.
struct ScheduleTerms {
  std::string fingerprint;              ///< of the contract's file
  std::optional<std::string> schedule;  ///< nothing: manual runs only
  std::string zone, tzdata;
  CatchUp catch_up = CatchUp::latest;
  Seconds interval{};
  bool operator==(const ScheduleTerms&) const = default;
};

struct ContractChanged {
  ScheduleTerms terms;
  Instant from{};
};
/// The new text does not compile: the last good schedule goes on, its slots are missed.
struct ContractBroken {
  std::string fingerprint;
  std::string error;  ///< place and problem, in hz's words
  Instant from{};
};
struct ContractRetired {
  Instant from{};
};
using ContractFact = std::variant<ContractChanged, ContractBroken, ContractRetired, NotUnderstood>;

struct ContractState {
  struct Span {
    Instant from{};
    std::optional<ScheduleTerms> terms;  ///< nothing: retired, or never compiled
    bool compiles = true;
  };
  std::vector<Span> spans;  ///< ascending
  std::string fingerprint;  ///< of the newest text, good or broken
  std::optional<std::string> error;
  bool retired = false;
  std::vector<std::string> anomalies;

  /// The newest good terms, also while a broken text lies over them.
  [[nodiscard]] std::optional<ScheduleTerms> terms() const;
};

struct ContractHistory {
  using Fact = ContractFact;
  using State = ContractState;
  using Command = std::variant<ContractChanged, ContractBroken,
                               ContractRetired>;  ///< what was seen; says nothing if it is known
  [[nodiscard]] static Fact decode(const Sealed& raw);
  static void apply(State& state, const Told<Fact>& told);
  [[nodiscard]] static Result<std::vector<Draft>> decide(const State& now, const Command& command);
};

/// The schedule history that due_slots reads. Config error when a recorded zone cannot be loaded any more.
[[nodiscard]] Result<ScheduleHistory> schedule_history(const ContractState& state, const Zones& zones);

}  // namespace hz
