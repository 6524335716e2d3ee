#include "ledger/git/pack_writer.hpp"

#include <fmt/format.h>

#include "ledger/git/error.hpp"
#include "ledger/git/handles.hpp"
#include "ledger/git/pack_bytes.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::git {
namespace {

constexpr const char* failure = "writing to the ledger failed";

/// Gives the pack to libgit2, which checks it, makes its index, syncs both and puts them in place; on failure its
/// temporary file goes with the handle. Returns the path of the pack without its suffix.
Result<std::string> store(const std::string& folder, std::string_view pack) {
  git_indexer* raw = nullptr;
  // No object store is given: the pack has no deltas, so nothing needs to be looked up to complete it.
  if (git_indexer_new(&raw, folder.c_str(), private_file_mode, nullptr, nullptr) != 0)
    return library_error(failure);
  const IndexerHandle indexer(raw);
  git_indexer_progress progress{};
  if (git_indexer_append(raw, pack.data(), pack.size(), &progress) != 0 || git_indexer_commit(raw, &progress) != 0)
    return library_error(failure);
  return fmt::format("{}/pack-{}", folder, git_indexer_name(raw));
}

class PackWriter final : public ObjectWriter {
 public:
  PackWriter(git_odb* odb, std::string objects) : odb_(odb), folder_(std::move(objects) + "/pack") {}

  Result<Oid> write(ObjectKind kind, std::string_view bytes) override { return pack_.add(kind, bytes); }

  Result<void> finish() override {
    if (pack_.empty()) return ok();
    HZ_TRY(make_private_folder(folder_));
    HZ_TRY_ASSIGN(const std::string stored, store(folder_, pack_.take()));
    // libgit2 lets the umask take away from the modes.
    for (const char* const suffix : {".pack", ".idx"}) HZ_TRY(set_mode(stored + suffix, private_file_mode));
    if (git_odb_refresh(odb_) != 0) return library_error(failure);
    return ok();
  }

 private:
  git_odb* odb_;
  std::string folder_;
  PackBytes pack_;
};

}  // namespace

std::unique_ptr<ObjectWriter> make_pack_writer(git_odb* odb, std::string objects) {
  return std::make_unique<PackWriter>(odb, std::move(objects));
}

}  // namespace hz::git
