// What trees and commits are as bytes (git's own formats, gitformat-pack and git-fsck). Written and read here
// rather than by libgit2, so that every byte of a ledger is decided in one place, so that the writer of objects
// needs to know only bytes, and so that a reader refuses what git would silently repair. Pure: no libgit2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/git/oid.hpp"

namespace hz::git {

enum class ObjectKind { blob, tree, commit };
[[nodiscard]] std::string_view to_text(ObjectKind kind);

struct TreeEntry {
  std::string mode;  ///< "100644", "40000", …
  std::string name;  ///< not empty, no '/', no NUL
  Oid id;

  [[nodiscard]] bool is_folder() const { return mode == "40000"; }
  bool operator==(const TreeEntry&) const = default;
};
inline constexpr std::string_view file_mode = "100644";
inline constexpr std::string_view folder_mode = "40000";

/// In git's order: by bytes, a folder as if its name ended with '/'.
using Tree = std::vector<TreeEntry>;

[[nodiscard]] bool comes_before(const TreeEntry& a, const TreeEntry& b);
/// Nothing if the bytes are no tree, or one that is out of order or names something twice.
[[nodiscard]] std::optional<Tree> parse_tree(std::string_view bytes);
[[nodiscard]] std::string write_tree(const Tree& tree);

/// "ada <k3v7q2m5x4ba@hz.invalid> 1796029330 +0000"
struct Signature {
  std::string name, email;
  std::int64_t seconds = 0;  ///< since 1970, UTC
  bool operator==(const Signature&) const = default;
};

struct CommitObject {
  Oid tree;
  std::vector<Oid> parents;
  Signature author, committer;
  std::string message;
};

/// Nothing if the bytes are no commit. Headers that it does not know (a signature, an encoding) are passed over.
[[nodiscard]] std::optional<CommitObject> parse_commit(std::string_view bytes);
[[nodiscard]] std::string write_commit(const CommitObject& commit);
/// A name or address that can stand in a commit: not empty, no '<', '>', line break or NUL.
[[nodiscard]] bool fits_signature(std::string_view text);

}  // namespace hz::git
