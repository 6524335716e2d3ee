// The commits behind a ref, along first parents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ledger/git/repository.hpp"

namespace hz {

struct ChainCommit {
  git::Oid id;
  git::CommitObject commit;
};

struct Chain {
  std::vector<ChainCommit> commits;  ///< oldest first
  bool reached = false;              ///< it ends at `until`; else it goes back to a root
};

/// The commits after `until` up to `tip`, or all of them if `until` is not among them or nothing. Error: damaged,
/// naming the commit that cannot be read.
[[nodiscard]] Result<Chain> read_chain(const git::Repository& repository, const git::Oid& tip,
                                       const std::optional<git::Oid>& until);

/// The names of the commits after `until` up to `tip`, oldest first: for lanes that are too long to hold at once.
struct Path {
  std::vector<git::Oid> commits;
  bool reached = false;  ///< it begins at `until`; else it goes back to a root
};
[[nodiscard]] Result<Path> read_path(const git::Repository& repository, const git::Oid& tip,
                                     const std::optional<git::Oid>& until);

}  // namespace hz
