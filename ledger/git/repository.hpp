// A git repository as hz uses it: objects by name, refs by compare-and-swap. Nothing of libgit2 shows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "ledger/git/object.hpp"
#include "ledger/git/object_writer.hpp"
#include "ledger/git/writer_lock.hpp"

namespace hz::git {

/// Not for two threads at once; several Repository of one folder, in threads or processes, are fine.
class Repository {
 public:
  /// `write`: a bare repository that hz made (its config says hz.ledger = 1) and that this account owns. `read`:
  /// any repository, a plain clone, its .git, a worktree.
  enum class Access { read, write };

  /// Makes a bare repository for hz, 0700 and 0600 throughout, whose HEAD is `head` ("refs/heads/…") so that plain
  /// `git log` works. It is built beside and renamed: there whole or not at all. Whoever comes second finds the
  /// first one's.
  [[nodiscard]] static Result<void> create(const std::string& path, const std::string& head);
  /// Environment error if it is not there or cannot be used so.
  [[nodiscard]] static Result<std::unique_ptr<Repository>> open(const std::string& path, Access access);

  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;
  ~Repository();

  [[nodiscard]] const std::string& path() const;
  /// Where its objects lie (alternates.hpp has those that it borrows).
  [[nodiscard]] std::string objects_folder() const;
  /// A clone whose history was cut off (git clone --depth).
  [[nodiscard]] bool is_shallow() const;

  /// The object's bytes, which were hashed against its name. Error: damaged when it is missing, of another kind,
  /// larger than `max_bytes`, or not what its name says; environment when the operating system refuses.
  [[nodiscard]] Result<std::string> read(const Oid& id, ObjectKind kind, std::size_t max_bytes) const;
  [[nodiscard]] Result<Tree> read_tree(const Oid& id) const;
  [[nodiscard]] Result<CommitObject> read_commit(const Oid& id) const;
  [[nodiscard]] bool has(const Oid& id) const;
  [[nodiscard]] std::unique_ptr<ObjectWriter> writer();

  /// The commit that a ref names; nothing if there is no such ref. Error: damaged if it cannot be read.
  [[nodiscard]] Result<std::optional<Oid>> ref(const std::string& name) const;
  /// Every ref under "refs/heads/hz/" and the like, sorted.
  [[nodiscard]] Result<std::vector<std::string>> refs(const std::string& prefix) const;

  /// Waits for the repository's writer lock. The first time, what a killed writer left is cleared away.
  [[nodiscard]] Result<WriterLock> lock();
  /// Moves the ref from `expected` (nothing: it does not exist) to `desired`, durably. Conflict error if it is
  /// elsewhere: nothing was moved then.
  [[nodiscard]] Result<void> swap_ref(const WriterLock& lock, const std::string& name,
                                      const std::optional<Oid>& expected, const Oid& desired);

 private:
  struct Handles;
  explicit Repository(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace hz::git
