// hz's own jobs (D14): contracts that come with the program and keep its ledger tidy. They are jobs like any other,
// with slots, leases and receipts, and each is an operation too. One enters the book when there is something to do
// for the first time, so that nobody who has just begun is shown jobs that are not theirs; a slot at which there is
// nothing to do is skipped without a word in the ledger.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/contract/contract.hpp"

namespace hz {

struct Chore {
  std::string name;                 ///< "hz:repack": the job's and the contract's
  std::string text;                 ///< its contract, as a file would have it
  std::function<bool()> is_needed;  ///< whether a run would find something to do; cheap, asked at each tick
  std::string program;              ///< of hz: what `hz` in its command stands for
  std::string home;                 ///< HZ_HOME of its run; empty: what is usual
};

/// Compiles it. Its fingerprint is its text's, wherever hz lies.
[[nodiscard]] Contract contract_of(const Chore& chore);

/// What chores need to know of this home.
struct ChoreFacts {
  std::function<std::size_t()> packs;  ///< of the private ledger
  std::string program, home;
};
/// All of them.
[[nodiscard]] std::vector<Chore> all_chores(const ChoreFacts& facts);

/// From so many packs on they are merged.
inline constexpr std::size_t packs_worth_merging = 64;

}  // namespace hz
