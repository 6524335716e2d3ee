#include "ledger/lane/git_packs.hpp"

#include "ledger/git/repack.hpp"

namespace hz {

std::size_t GitPacks::count() const {
  return git::count_packs(folder_->path());
}

Result<RepackOutcome> GitPacks::repack(bool drop_unreachable) {
  HZ_TRY_ASSIGN(git::Repository* const repository, folder_->find());
  if (repository == nullptr) return RepackOutcome{};
  const auto unreachable = drop_unreachable ? git::Unreachable::dropped : git::Unreachable::kept;
  HZ_TRY_ASSIGN(const git::Repacked done, git::repack(*repository, unreachable));
  return RepackOutcome{done.packs, done.loose, done.objects, done.dropped, count()};
}

}  // namespace hz
