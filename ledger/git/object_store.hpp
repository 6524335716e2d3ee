// All objects of a repository, its own and borrowed ones, packed and loose, without libgit2: for reading very many
// of them in the order in which they lie. Whatever is read by name was hashed against it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ledger/git/object.hpp"
#include "ledger/git/object_hash.hpp"
#include "ledger/git/pack_file.hpp"

namespace hz::git {

/// An object that lies alone in a file.
struct LooseFile {
  Oid id;
  std::string path;
};

/// What a loose file holds: "blob 17\0…".
struct LooseObject {
  std::string_view kind, bytes;
};
/// Nothing if the file is no whole loose object, or larger than `object_bytes_max`. The object lies in `out`.
[[nodiscard]] std::optional<LooseObject> read_loose(std::string_view file, std::size_t object_bytes_max,
                                                    Inflater& inflater, Bytes& out);

/// Not for two threads at once, but for packs() and loose(), which never change.
class ObjectStore {
 public:
  /// `objects` is a repository's folder of that name. Error: environment when a folder of it cannot be listed.
  [[nodiscard]] static Result<ObjectStore> open(const std::string& objects, std::size_t object_bytes_max);

  /// The same objects for another thread.
  [[nodiscard]] ObjectStore another() const;

  [[nodiscard]] const std::vector<std::shared_ptr<const PackFile>>& packs() const { return packs_; }
  [[nodiscard]] const std::vector<LooseFile>& loose() const { return loose_; }  ///< by name
  /// Packs that cannot be used, and why. git passes them over as well.
  [[nodiscard]] const std::vector<Error>& unusable() const { return unusable_; }

  /// The object's bytes, until the next call. Nothing when there is no whole one of this name and kind.
  [[nodiscard]] std::optional<std::string_view> read(const Oid& id, EntryKind kind);
  [[nodiscard]] std::optional<CommitObject> read_commit(const Oid& id);
  [[nodiscard]] std::optional<Tree> read_tree(const Oid& id);

 private:
  explicit ObjectStore(std::size_t object_bytes_max) : object_bytes_max_(object_bytes_max) {}
  [[nodiscard]] Result<void> add_folder(const std::string& objects);
  [[nodiscard]] std::optional<std::string_view> read_packed(const Oid& id, EntryKind kind);
  [[nodiscard]] std::optional<std::string_view> read_alone(const Oid& id, EntryKind kind);

  std::size_t object_bytes_max_;
  std::vector<std::shared_ptr<const PackFile>> packs_;
  std::vector<LooseFile> loose_;
  std::vector<Error> unusable_;
  std::vector<std::unique_ptr<EntryReader>> readers_;  ///< of packs, made when first asked for
  std::size_t last_pack_ = 0;                          ///< the next object mostly lies in the same
  ObjectHasher hasher_;
  Inflater inflater_;
  Bytes alone_;
};

}  // namespace hz::git
