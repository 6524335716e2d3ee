#include "ledger/git/incoming_pack.hpp"

#include <fmt/format.h>

#include "ledger/git/error.hpp"
#include "ledger/git/handles.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::git {
namespace {

constexpr const char* failure = "writing to the ledger failed";

}  // namespace

struct IncomingPack::State {
  std::string folder;
  IndexerHandle indexer;
  git_indexer_progress progress{};
};

IncomingPack::IncomingPack(std::unique_ptr<State> state) : state_(std::move(state)) {}
IncomingPack::IncomingPack(IncomingPack&& other) noexcept = default;
IncomingPack& IncomingPack::operator=(IncomingPack&& other) noexcept = default;
IncomingPack::~IncomingPack() = default;

Result<IncomingPack> IncomingPack::open(const std::string& folder) {
  HZ_TRY(make_private_folder(folder));
  git_indexer* raw = nullptr;
  // No object store is given: the pack has no deltas, so nothing needs to be looked up to complete it.
  if (git_indexer_new(&raw, folder.c_str(), private_file_mode, nullptr, nullptr) != 0)
    return library_error(failure);
  return IncomingPack(std::make_unique<State>(State{folder, IndexerHandle(raw), {}}));
}

Result<void> IncomingPack::append(std::string_view bytes) {
  if (git_indexer_append(state_->indexer.get(), bytes.data(), bytes.size(), &state_->progress) != 0)
    return library_error(failure);
  return ok();
}

Result<std::string> IncomingPack::finish() {
  if (git_indexer_commit(state_->indexer.get(), &state_->progress) != 0) return library_error(failure);
  const std::string stored = fmt::format("{}/pack-{}", state_->folder, git_indexer_name(state_->indexer.get()));
  // libgit2 lets the umask take away from the modes.
  for (const char* const suffix : {".pack", ".idx"}) HZ_TRY(set_mode(stored + suffix, private_file_mode));
  return stored + ".idx";
}

}  // namespace hz::git
