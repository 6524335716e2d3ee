// A pack on its way into a repository, through libgit2's indexer: each object is inflated and hashed as it comes
// in, then pack and index are synced and put in place. Until then there is a temporary file, which goes with the
// handle.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace hz::git {

class IncomingPack {
 public:
  /// `folder` is the repository's objects/pack; it is made (0700) if needed.
  [[nodiscard]] static Result<IncomingPack> open(const std::string& folder);
  IncomingPack(IncomingPack&& other) noexcept;
  IncomingPack& operator=(IncomingPack&& other) noexcept;
  ~IncomingPack();

  /// The next bytes of the pack, cut anywhere. It may have no delta whose base is elsewhere.
  [[nodiscard]] Result<void> append(std::string_view bytes);
  /// Both files are durable and private when it returns: the path of the index. Environment error when the disk is
  /// full; damaged when the bytes are no pack.
  [[nodiscard]] Result<std::string> finish();

 private:
  struct State;
  explicit IncomingPack(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace hz::git
