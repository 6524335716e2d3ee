// What an auditor reads: every lane of a ledger, or of any plain clone of one, commit by commit from the first,
// with what each commit says and what it really did to the files. It judges nothing and opens nothing to write.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "ledger/git/repository.hpp"
#include "ledger/lane/message.hpp"
#include "ledger/lane/tree_files.hpp"

namespace hz {

/// A ref of the ledger and where this repository keeps it: a plain clone has all but HEAD's under refs/remotes/.
struct HistoryRef {
  std::string name;      ///< "refs/heads/hz/log/k3v7q2m5x4ba/1"
  std::string found_as;  ///< the same, or "refs/remotes/origin/hz/log/k3v7q2m5x4ba/1"
  bool operator==(const HistoryRef&) const = default;
};

struct HistoryCommit {
  git::Oid id, tree;
  std::vector<git::Oid> parents;  ///< a lane's commit has one, its first none
  git::Signature author, committer;
  std::string text;             ///< the whole message
  Result<LaneMessage> message;  ///< error: damaged, when it is not one of a lane (bodies' commits have no trailers)
  Result<std::vector<TreeChange>>
      changes;  ///< against its first parent; error: damaged, when a tree cannot be read
};

class History {
 public:
  using Visit = std::function<void(const HistoryCommit&)>;

  /// A bare ledger, a clone, its .git or a worktree. Environment error if it is none; usage error if the clone is
  /// shallow: its lanes would seem to begin in the middle.
  [[nodiscard]] static Result<History> open(const std::string& path);

  /// Where the repository's objects lie.
  [[nodiscard]] std::string objects_folder() const { return repository_->objects_folder(); }
  /// All refs below heads/hz/, by name. A name that exists both as a branch and at a remote is the branch.
  [[nodiscard]] Result<std::vector<HistoryRef>> refs() const;
  /// Error: damaged, when the ref cannot be read.
  [[nodiscard]] Result<git::Oid> tip(const HistoryRef& ref) const;
  /// The commits that lead to `tip` along first parents, oldest first. Cost: what changed in each, never the size
  /// of the lane. Error: damaged, naming the commit, when one cannot be read; none was visited then.
  [[nodiscard]] Result<void> walk(const git::Oid& tip, const Visit& visit) const;
  /// The commit that keeps `tip` from being walked, if one does.
  [[nodiscard]] std::optional<git::Oid> first_unreadable(const git::Oid& tip) const;
  /// A file's bytes. Error: damaged, when it is missing, larger than `max_bytes`, or not what its name says.
  [[nodiscard]] Result<std::string> file(const git::Oid& blob, std::size_t max_bytes) const;
  /// The file at `path` of a commit's tree, or nothing if there is none.
  [[nodiscard]] Result<std::optional<TreeLeaf>> find(const git::Oid& tree, std::string_view path) const;

 private:
  explicit History(std::unique_ptr<git::Repository> repository) : repository_(std::move(repository)) {}
  std::unique_ptr<git::Repository> repository_;
};

}  // namespace hz
