#include "ledger/lane/git_lane.hpp"

#include <fmt/format.h>

#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/lane_reading.hpp"

namespace hz {
namespace {

Error moved_on(const std::string& ref) {
  return {ErrorKind::conflict, fmt::format("{} has moved on", ref), "Somebody else appended to it first.",
          "Nothing was written.", "do it again"};
}

std::string went_back(const std::string& ref, const LaneEnd& before) {
  return fmt::format(
      "The lane {} does not continue the commit {} up to which this machine had read it: it was moved "
      "back or rewritten. It was read anew; next: hz audit verify.",
      ref, before.commit->shown());
}

}  // namespace

void GitLane::do_without_store(const Error& error) {
  store_ = std::make_unique<MemoryStore>();
  warned_ = 0;
  warn_(fmt::format("The index cannot be used, so answers take longer: {}: {}", error.what, error.why));
}

void GitLane::pass_on_warnings() {
  const std::vector<std::string> all = store_->remarks();
  for (; warned_ < all.size(); ++warned_) warn_(all[warned_]);
}

Result<LaneEnd> GitLane::read_until(const git::Oid& tip) {
  HZ_TRY_ASSIGN(const LaneEnd before, store_->end());
  if (before.commit == tip) return before;
  HZ_TRY_ASSIGN(const git::Repository* const repository, folder_->find());
  if (repository == nullptr) return LaneEnd{};
  HZ_TRY_ASSIGN(const bool anew, read_lane(*repository, ref_, tip, *store_));
  if (anew) remarks_.push_back(went_back(ref_, before));
  return store_->end();
}

Result<LaneEnd> GitLane::refresh() {
  HZ_TRY_ASSIGN(const std::optional<git::Oid> tip, folder_->tip(ref_));
  if (!tip) return LaneEnd{};
  auto end = read_until(*tip);
  pass_on_warnings();
  if (end || store_->is_usable()) return end;
  do_without_store(end.error());
  return read_until(*tip);
}

template <class Ask>
Result<std::shared_ptr<const View>> GitLane::ask(Ask question) {
  HZ_TRY_ASSIGN(const LaneEnd end, refresh());
  MemoryStore nothing;
  if (!end.commit) return question(nothing);
  auto view = question(*store_);
  if (view || store_->is_usable()) return view;
  do_without_store(view.error());
  HZ_TRY(refresh());
  return question(*store_);
}

Result<std::shared_ptr<const View>> GitLane::at_tip() {
  return ask([](LaneStore& store) { return store.view(); });
}

Result<std::shared_ptr<const View>> GitLane::as_of(const Moment& moment) {
  return ask([&](LaneStore& store) { return store.view(moment); });
}

std::optional<std::string> GitLane::glance() {
  const auto tip = folder_->glance(ref_);
  return tip ? std::optional(tip->hex()) : std::nullopt;
}

Result<Tip> GitLane::append(const Tip& expected, const Commit& commit) {
  HZ_TRY(check_form(commit));
  HZ_TRY_ASSIGN(git::Repository * repository, folder_->find());
  if (repository == nullptr) {
    if (expected != Tip{}) return moved_on(ref_);
    HZ_TRY_ASSIGN(repository, folder_->make());
  }
  HZ_TRY_ASSIGN(const git::WriterLock lock, repository->lock());
  LaneEnd end;
  HZ_TRY_ASSIGN(const auto view, ask([&](LaneStore& store) -> Result<std::shared_ptr<const View>> {
                  HZ_TRY_ASSIGN(end, store.end());
                  return store.view();
                }));
  if (end.tip() != expected) return moved_on(ref_);
  HZ_TRY_ASSIGN(ArrivedCommit written, write_batch(*repository, end, *view, commit));
  HZ_TRY(repository->swap_ref(lock, ref_, end.commit, written.id));
  const Tip tip{written.id.hex(), end.count + written.events.size()};
  // The events are in the ledger. A store that does not learn of them now reads them when it is next asked.
  [[maybe_unused]] const auto best_effort = store_->update([&](LaneStore::Filling& filling) {
    if (filling.end().commit == end.commit) filling.add(std::move(written));
    return ok();
  });
  return tip;
}

Result<std::shared_ptr<const View>> read_plainly(LedgerFolder& folder, const std::string& ref, const Tip& tip) {
  MemoryStore store;
  const auto commit = git::Oid::from_hex(tip.commit);
  if (!commit) return store.view();
  HZ_TRY_ASSIGN(const git::Repository* const repository, folder.find());
  if (repository == nullptr) {
    return Error{ErrorKind::environment, fmt::format("the ledger {} is gone", folder.path()),
                 "It was there a moment ago.", "Nothing was written.", "do it again"};
  }
  HZ_TRY(read_lane(*repository, ref, *commit, store));
  return store.view();
}

}  // namespace hz
