#include "ledger/lane/chain.hpp"

#include <algorithm>

namespace hz {

namespace {

/// Along first parents from `tip`, newest first, until `until` or past a root: whether it was reached.
template <class Visit>
Result<bool> walk_back(const git::Repository& repository, const git::Oid& tip, const std::optional<git::Oid>& until,
                       Visit visit) {
  std::optional<git::Oid> at = tip;
  while (at && at != until) {
    HZ_TRY_ASSIGN(git::CommitObject commit, repository.read_commit(*at));
    const auto parent = commit.parents.empty() ? std::nullopt : std::optional(commit.parents.front());
    visit(*at, std::move(commit));
    at = parent;
  }
  return at.has_value();
}

}  // namespace

Result<Chain> read_chain(const git::Repository& repository, const git::Oid& tip,
                         const std::optional<git::Oid>& until) {
  Chain chain;
  HZ_TRY_ASSIGN(chain.reached, walk_back(repository, tip, until, [&](const git::Oid& id, git::CommitObject commit) {
                  chain.commits.push_back({id, std::move(commit)});
                }));
  std::reverse(chain.commits.begin(), chain.commits.end());
  return chain;
}

Result<Path> read_path(const git::Repository& repository, const git::Oid& tip,
                       const std::optional<git::Oid>& until) {
  Path path;
  HZ_TRY_ASSIGN(path.reached, walk_back(repository, tip, until, [&](const git::Oid& id, const git::CommitObject&) {
                  path.commits.push_back(id);
                }));
  std::reverse(path.commits.begin(), path.commits.end());
  return path;
}

}  // namespace hz
