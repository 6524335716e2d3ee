#include "ledger/lane/ledger_folder.hpp"

#include <cerrno>
#include <sys/stat.h>

#include "ledger/git/error.hpp"
#include "ledger/git/ref_file.hpp"

namespace hz {

Result<git::Repository*> LedgerFolder::find() {
  if (repository_) return repository_.get();
  struct stat found {};
  if (::lstat(path_.c_str(), &found) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return static_cast<git::Repository*>(nullptr);
    return git::os_error("the ledger cannot be opened: " + path_, errno);
  }
  HZ_TRY_ASSIGN(repository_, git::Repository::open(path_, git::Repository::Access::write));
  return repository_.get();
}

Result<std::optional<git::Oid>> LedgerFolder::tip(const std::string& ref) {
  if (auto told = glance(ref)) return told;
  HZ_TRY_ASSIGN(const git::Repository* const repository, find());
  if (repository == nullptr) return std::optional<git::Oid>{};
  return repository->ref(ref);
}

std::optional<git::Oid> LedgerFolder::glance(const std::string& ref) const {
  return git::is_known_ledger(path_) ? git::read_ref_file(path_, ref) : std::nullopt;
}

Result<git::Repository*> LedgerFolder::make() {
  HZ_TRY_ASSIGN(git::Repository* const found, find());
  if (found != nullptr) return found;
  HZ_TRY(git::Repository::create(path_, head_));
  return find();
}

}  // namespace hz
