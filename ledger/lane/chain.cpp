#include "ledger/lane/chain.hpp"

#include <algorithm>

namespace hz {

Result<Chain> read_chain(const git::Repository& repository, const git::Oid& tip,
                         const std::optional<git::Oid>& until) {
  Chain chain;
  std::optional<git::Oid> at = tip;
  while (at && at != until) {
    HZ_TRY_ASSIGN(git::CommitObject commit, repository.read_commit(*at));
    const auto parent = commit.parents.empty() ? std::nullopt : std::optional(commit.parents.front());
    chain.commits.push_back({*at, std::move(commit)});
    at = parent;
  }
  chain.reached = at.has_value();
  std::reverse(chain.commits.begin(), chain.commits.end());
  return chain;
}

Result<Path> read_path(const git::Repository& repository, const git::Oid& tip,
                       const std::optional<git::Oid>& until) {
  Path path;
  std::optional<git::Oid> at = tip;
  while (at && at != until) {
    HZ_TRY_ASSIGN(const git::CommitObject commit, repository.read_commit(*at));
    path.commits.push_back(*at);
    at = commit.parents.empty() ? std::nullopt : std::optional(commit.parents.front());
  }
  path.reached = at.has_value();
  std::reverse(path.commits.begin(), path.commits.end());
  return path;
}

}  // namespace hz
