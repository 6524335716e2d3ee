#include "ledger/git/loose_writer.hpp"

#include <fmt/format.h>
#include <git2.h>
#include <sys/stat.h>

#include "ledger/git/error.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::git {
namespace {

git_object_t type_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::blob:
      return GIT_OBJECT_BLOB;
    case ObjectKind::tree:
      return GIT_OBJECT_TREE;
    case ObjectKind::commit:
      return GIT_OBJECT_COMMIT;
  }
  return GIT_OBJECT_INVALID;
}

class LooseWriter final : public ObjectWriter {
 public:
  LooseWriter(git_odb* odb, std::string objects) : odb_(odb), objects_(std::move(objects)) {}

  Result<Oid> write(ObjectKind kind, std::string_view bytes) override {
    const std::string failure = fmt::format("writing a {} to the ledger failed", to_text(kind));
    git_oid named{};
    if (git_odb_hash(&named, bytes.data(), bytes.size(), type_of(kind)) != 0) return library_error(failure);
    const std::string id_bytes(std::begin(named.id), std::end(named.id));
    const auto id = Oid::from_bytes(id_bytes);
    if (!id) return library_error(failure);
    // The folder is made here and not by libgit2, which obeys the umask and does not sync the folder above.
    const std::string hex = id->hex();
    const std::string folder = objects_ + "/" + hex.substr(0, 2);
    HZ_TRY(make_private_folder(folder));
    if (git_odb_write(&named, odb_, bytes.data(), bytes.size(), type_of(kind)) != 0) return library_error(failure);
    const std::string file = folder + "/" + hex.substr(2);
    struct stat found {};
    if (::stat(file.c_str(), &found) == 0)
      HZ_TRY(set_mode(file, private_file_mode));  // else it was in a pack already
    return *id;
  }

  Result<void> finish() override { return ok(); }

 private:
  git_odb* odb_;
  std::string objects_;
};

}  // namespace

std::unique_ptr<ObjectWriter> make_loose_writer(git_odb* odb, std::string objects) {
  return std::make_unique<LooseWriter>(odb, std::move(objects));
}

}  // namespace hz::git
