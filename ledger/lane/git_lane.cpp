#include "ledger/lane/git_lane.hpp"

#include <fmt/format.h>

#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/memory_view.hpp"
#include "ledger/lane/moment.hpp"

namespace hz {
namespace {

Error moved_on(const std::string& ref) {
  return {ErrorKind::conflict, fmt::format("{} has moved on", ref), "Somebody else appended to it first.",
          "Nothing was written.", "do it again"};
}

}  // namespace

Result<void> GitLane::refresh() {
  HZ_TRY_ASSIGN(git::Repository* const repository, folder_->find());
  const auto tip = repository == nullptr ? Result<std::optional<git::Oid>>(std::nullopt) : repository->ref(ref_);
  if (!tip) return tip.error();
  if (*tip) return read_lane(*repository, ref_, **tip, lane_);
  lane_ = ReadLane{};
  return ok();
}

std::shared_ptr<const View> GitLane::view(std::size_t commits) const {
  return std::make_shared<const MemoryView>(lane_.log, commits);
}

Result<std::shared_ptr<const View>> GitLane::at_tip() {
  HZ_TRY(refresh());
  return view(lane_.log->marks().size());
}

Result<std::shared_ptr<const View>> GitLane::as_of(const Moment& moment) {
  HZ_TRY(refresh());
  HZ_TRY_ASSIGN(const std::size_t commits, commits_as_of(*lane_.log, moment));
  return view(commits);
}

Result<Tip> GitLane::append(const Tip& expected, const Commit& commit) {
  HZ_TRY(check_form(commit));
  HZ_TRY_ASSIGN(git::Repository * repository, folder_->find());
  if (repository == nullptr) {
    if (expected != Tip{}) return moved_on(ref_);
    HZ_TRY_ASSIGN(repository, folder_->make());
  }
  HZ_TRY_ASSIGN(const git::WriterLock lock, repository->lock());
  HZ_TRY(refresh());
  if (lane_.log->tip() != expected) return moved_on(ref_);
  HZ_TRY_ASSIGN(auto batch, write_batch(*repository, lane_, commit));
  HZ_TRY(repository->swap_ref(lock, ref_, lane_.tip, batch.commit));
  lane_.log->add_commit(batch.commit.hex(), commit.stamp.at, std::move(batch.arrivals));
  lane_.tip = batch.commit;
  lane_.tree = batch.tree;
  return lane_.log->tip();
}

}  // namespace hz
