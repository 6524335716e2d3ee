// Files in trees: adding some, comparing two, finding one. Written by hand because diff of libgit2 costs 67 ms a
// commit at 100,000 events and 845 ms at a million; what is the same on both sides is never opened here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/git/repository.hpp"

namespace hz {

/// A file as its tree names it.
struct TreeLeaf {
  std::string mode;  ///< "100644" for all that hz writes
  git::Oid id;
  bool operator==(const TreeLeaf&) const = default;
};

/// A path at which two trees differ.
struct TreeChange {
  std::string path;
  std::optional<TreeLeaf> before, after;  ///< nothing: not there

  [[nodiscard]] bool is_added() const { return !before && after; }
};

/// What differs between two trees (nothing: the empty tree), by path in git's order. Reads only folders that
/// differ. Error: damaged, naming the tree, when one cannot be read or folders nest deeper than 8.
[[nodiscard]] Result<std::vector<TreeChange>> compare_trees(const git::Repository& repository,
                                                            const std::optional<git::Oid>& before,
                                                            const std::optional<git::Oid>& after);

struct NewFile {
  std::string path;
  git::Oid blob;
};

/// `tree` (nothing: the empty one) with these files. Reads and writes one folder for each step of each path.
[[nodiscard]] Result<git::Oid> add_files(const git::Repository& repository, git::ObjectWriter& writer,
                                         const std::optional<git::Oid>& tree, std::vector<NewFile> files);

/// The file at `path`, or nothing if there is none.
[[nodiscard]] Result<std::optional<TreeLeaf>> find_file(const git::Repository& repository, const git::Oid& tree,
                                                        std::string_view path);

}  // namespace hz
