// The repository of a ledger that may not exist yet: reads find nothing and make nothing, the first write makes it.
#pragma once

#include <memory>
#include <string>

#include "ledger/git/repository.hpp"

namespace hz {

/// Shared by the lanes and bodies of one ledger. Not for two threads at once.
class LedgerFolder {
 public:
  /// `head`: the ref that HEAD names when the repository is made here: the machine's lane, so that plain `git log`
  /// works.
  LedgerFolder(std::string path, std::string head) : path_(std::move(path)), head_(std::move(head)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Null if there is no ledger yet. Environment error if what is there is not a ledger of this account.
  [[nodiscard]] Result<git::Repository*> find();
  /// The commit that a ref names; nothing if there is no such ref or no ledger. From the files alone where they
  /// tell. Error: as find(), or damaged when the ref cannot be read.
  [[nodiscard]] Result<std::optional<git::Oid>> tip(const std::string& ref);
  /// As tip(), where its files alone tell; else nothing.
  [[nodiscard]] std::optional<git::Oid> glance(const std::string& ref) const;
  /// Makes it if there is none.
  [[nodiscard]] Result<git::Repository*> make();

 private:
  std::string path_, head_;
  std::unique_ptr<git::Repository> repository_;
};

}  // namespace hz
