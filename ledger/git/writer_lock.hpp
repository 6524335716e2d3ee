// One writer at a time in a repository of ours: flock on <repository>/hz.lock, which the kernel lets go when its
// holder ends, however it ends (D9, P3). What the file holds means nothing. Held for one commit and its ref, never
// across a network.
#pragma once

#include <functional>
#include <string>

#include "core/base/result.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::git {

/// flock(2), or what stands for it in a test.
using Flock = std::function<int(int fd, int operation)>;

/// Waits until it has the lock on this file, which is made (0600) if needed. The lock goes with the descriptor.
/// Environment error when this file system has no locks (NFS without lockd, some FUSE): ENOLCK, EOPNOTSUPP, ESTALE
/// (P7).
[[nodiscard]] Result<Descriptor> lock_file(const std::string& path);
[[nodiscard]] Result<Descriptor> lock_file(const std::string& path, const Flock& flock);

class WriterLock {
 public:
  static constexpr const char* file_name = "hz.lock";

  /// As lock_file(). Nothing is ever written without it.
  [[nodiscard]] static Result<WriterLock> take(const std::string& repository);
  [[nodiscard]] static Result<WriterLock> take(const std::string& repository, const Flock& flock);

  /// Removes what a killed writer left in `repository`: lock files of refs, HEAD and config at once (they would
  /// block every later write: -14 GIT_ELOCKED for ever), temporary objects and packs, and indices without a pack,
  /// when older than an hour, since a foreign git may be at work. Returns how many. Age is by the file system's own
  /// clock.
  std::size_t clear_leftovers(const std::string& repository) const;

 private:
  explicit WriterLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace hz::git
