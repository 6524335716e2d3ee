#include "tests/bench/loose_peer.hpp"

#include <fmt/format.h>
#include <git2.h>
#include <sys/stat.h>

#include "ledger/git/error.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::bench {
namespace {

git_object_t type_of(git::ObjectKind kind) {
  switch (kind) {
    case git::ObjectKind::blob:
      return GIT_OBJECT_BLOB;
    case git::ObjectKind::tree:
      return GIT_OBJECT_TREE;
    case git::ObjectKind::commit:
      return GIT_OBJECT_COMMIT;
  }
  return GIT_OBJECT_INVALID;
}

class LoosePeer final : public git::ObjectWriter {
 public:
  LoosePeer(git_odb* odb, std::string objects) : odb_(odb), objects_(std::move(objects)) {}
  LoosePeer(const LoosePeer&) = delete;
  LoosePeer& operator=(const LoosePeer&) = delete;
  ~LoosePeer() override { git_odb_free(odb_); }

  Result<git::Oid> write(git::ObjectKind kind, std::string_view bytes) override {
    const std::string failure = "writing a loose object failed";
    git_oid named{};
    if (git_odb_hash(&named, bytes.data(), bytes.size(), type_of(kind)) != 0) return git::library_error(failure);
    const auto id = git::Oid::from_bytes(std::string(std::begin(named.id), std::end(named.id)));
    if (!id) return git::library_error(failure);
    const std::string hex = id->hex();
    const std::string folder = objects_ + "/" + hex.substr(0, 2);
    HZ_TRY(git::make_private_folder(folder));
    if (git_odb_write(&named, odb_, bytes.data(), bytes.size(), type_of(kind)) != 0)
      return git::library_error(failure);
    const std::string file = folder + "/" + hex.substr(2);
    struct stat found {};
    if (::stat(file.c_str(), &found) == 0) HZ_TRY(git::set_mode(file, git::private_file_mode));
    return *id;
  }

  Result<void> finish() override { return ok(); }

 private:
  git_odb* odb_;
  std::string objects_;
};

}  // namespace

std::unique_ptr<git::ObjectWriter> make_loose_peer(const std::string& repository) {
  git_odb* odb = nullptr;
  const std::string objects = repository + "/objects";
  if (git_odb_open(&odb, objects.c_str()) != 0) return nullptr;
  return std::make_unique<LoosePeer>(odb, objects);
}

}  // namespace hz::bench
