#include "ledger/git/repository.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ledger/git/alternates.hpp"
#include "ledger/git/error.hpp"
#include "ledger/git/handles.hpp"
#include "ledger/git/library.hpp"
#include "ledger/git/loose_object.hpp"
#include "ledger/git/pack_writer.hpp"

namespace hz::git {

struct Repository::Handles {
  std::string path;                         ///< as it was asked for
  std::string git_dir;                      ///< where refs and objects lie
  std::vector<std::string> object_folders;  ///< its own, and those it borrows from
  RepositoryHandle repository;
  OdbHandle odb;
  bool cleared = false;
};

namespace {

constexpr int supported_ledger = 1;
constexpr std::size_t tree_bytes_max = 16U << 20U;
constexpr std::size_t commit_bytes_max = 16U << 20U;
constexpr std::size_t object_header_max = 64;

git_oid to_library(const Oid& id) {
  git_oid oid{};
  std::copy_n(id.data(), Oid::size, std::begin(oid.id));
  return oid;
}

Oid from_library(const git_oid& oid) {
  return Oid::from_bytes(std::string(std::begin(oid.id), std::end(oid.id))).value_or(Oid{});
}

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

Error damaged_object(const Oid& id, ObjectKind kind, std::string why) {
  return {ErrorKind::damaged, fmt::format("{} {} of the ledger cannot be read", to_text(kind), id.shown()),
          std::move(why), "Nothing was repaired.", "hz audit verify"};
}

/// Refuses to write where a mistake would hurt: a repository that hz did not make, one of a newer hz, one of
/// another account.
Result<void> check_ours(git_repository* repository, const std::string& path) {
  git_config* raw = nullptr;
  if (git_repository_config_snapshot(&raw, repository) != 0)
    return library_error("the ledger's config cannot be read: " + path);
  const ConfigHandle config(raw);
  std::int32_t format = 0;
  if (git_config_get_int32(&format, config.get(), "hz.ledger") != 0 || git_repository_is_bare(repository) == 0) {
    return Error{ErrorKind::environment, fmt::format("{} is a git repository, but not a ledger of hz", path),
                 "Its config does not say hz.ledger = 1.", "Nothing was written to it.",
                 "move it away, or set another HZ_HOME"};
  }
  if (format > supported_ledger) {
    return Error{ErrorKind::environment, fmt::format("the ledger {} was written by a newer hz", path),
                 fmt::format("Its format is {}; this hz writes {}.", format, supported_ledger),
                 "Nothing was written to it.", "hz system update"};
  }
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0 && found.st_uid != ::geteuid()) {
    return Error{ErrorKind::environment, fmt::format("the ledger {} belongs to another account", path),
                 fmt::format("It is of user {}; hz runs as user {}.", found.st_uid, ::geteuid()),
                 "Nothing was written to it.", "run hz as the account that owns it"};
  }
  return ok();
}

/// The object store with modes of ours. Alternates are left out: what hz wrote lies here.
Result<OdbHandle> open_private_odb(const std::string& objects) {
  git_odb* raw = nullptr;
  if (git_odb_new(&raw) != 0) return library_error("the ledger's objects cannot be opened");
  OdbHandle odb(raw);
  constexpr int fastest = 1;
  constexpr int sync = 1;
  git_odb_backend* loose = nullptr;
  git_odb_backend* packs = nullptr;
  if (git_odb_backend_loose(&loose, objects.c_str(), fastest, sync, private_folder_mode, private_file_mode) != 0 ||
      git_odb_add_backend(odb.get(), loose, 1) != 0 || git_odb_backend_pack(&packs, objects.c_str()) != 0 ||
      git_odb_add_backend(odb.get(), packs, 2) != 0) {
    return library_error("the ledger's objects cannot be opened");
  }
  return odb;
}

Result<OdbHandle> open_odb(git_repository* repository) {
  git_odb* raw = nullptr;
  if (git_repository_odb(&raw, repository) != 0) return library_error("the repository's objects cannot be opened");
  return OdbHandle(raw);
}

Error moved(const std::string& name) {
  return {ErrorKind::conflict, fmt::format("{} has moved on", name), "Somebody else appended to it first.",
          "Nothing was written.", "do it again"};
}

}  // namespace

Repository::Repository(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
Repository::~Repository() = default;

Result<std::unique_ptr<Repository>> Repository::open(const std::string& path, Access access) {
  start_library();
  git_repository* raw = nullptr;
  if (git_repository_open_ext(&raw, path.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0) {
    Error error = library_error(fmt::format("{} cannot be opened as a git repository", path));
    error.kind = ErrorKind::environment;
    return error;
  }
  auto handles = std::make_unique<Handles>();
  handles->path = path;
  handles->repository.reset(raw);
  handles->git_dir = std::filesystem::path(git_repository_commondir(raw)).parent_path().string();
  if (access == Access::write) {
    HZ_TRY(check_ours(raw, handles->git_dir));
    HZ_TRY(set_mode(handles->git_dir, private_folder_mode));
    handles->object_folders = {handles->git_dir + "/objects"};
    HZ_TRY_ASSIGN(handles->odb, open_private_odb(handles->git_dir + "/objects"));
    if (git_repository_set_odb(raw, handles->odb.get()) != 0)
      return library_error("the ledger's objects cannot be opened");
  } else {
    handles->object_folders = object_folders(handles->git_dir + "/objects");
    HZ_TRY_ASSIGN(handles->odb, open_odb(raw));
  }
  return std::unique_ptr<Repository>(new Repository(std::move(handles)));
}

const std::string& Repository::path() const {
  return handles_->path;
}

std::string Repository::objects_folder() const {
  return handles_->git_dir + "/objects";
}

bool Repository::is_shallow() const {
  return git_repository_is_shallow(handles_->repository.get()) == 1;
}

Result<std::string> Repository::read(const Oid& id, ObjectKind kind, std::size_t max_bytes) const {
  const std::string hex = id.hex();
  for (const std::string& folder : handles_->object_folders) {
    if (ends_too_early(folder + "/" + hex.substr(0, 2) + "/" + hex.substr(2), max_bytes + object_header_max))
      return damaged_object(id, kind, "Its file ends too early.");
  }
  const git_oid oid = to_library(id);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (git_odb_read_header(&size, &type, handles_->odb.get(), &oid) != 0) {
    return library_error(fmt::format("{} {} of the ledger cannot be read", to_text(kind), id.shown()));
  }
  if (type != type_of(kind)) return damaged_object(id, kind, "It is an object of another kind.");
  if (size > max_bytes) {
    return damaged_object(id, kind,
                          fmt::format("It has {} bytes, more than the {} that hz reads.", size, max_bytes));
  }
  git_odb_object* raw = nullptr;
  if (git_odb_read(&raw, handles_->odb.get(), &oid) != 0) {
    return library_error(fmt::format("{} {} of the ledger cannot be read", to_text(kind), id.shown()));
  }
  const OdbObjectHandle object(raw);
  return std::string(static_cast<const char*>(git_odb_object_data(raw)), git_odb_object_size(raw));
}

Result<Tree> Repository::read_tree(const Oid& id) const {
  HZ_TRY_ASSIGN(const std::string bytes, read(id, ObjectKind::tree, tree_bytes_max));
  auto tree = parse_tree(bytes);
  if (!tree) return damaged_object(id, ObjectKind::tree, "Its bytes are no tree of git.");
  return *std::move(tree);
}

Result<CommitObject> Repository::read_commit(const Oid& id) const {
  HZ_TRY_ASSIGN(const std::string bytes, read(id, ObjectKind::commit, commit_bytes_max));
  auto commit = parse_commit(bytes);
  if (!commit) return damaged_object(id, ObjectKind::commit, "Its bytes are no commit of git.");
  return *std::move(commit);
}

bool Repository::has(const Oid& id) const {
  const git_oid oid = to_library(id);
  return git_odb_exists(handles_->odb.get(), &oid) == 1;
}

std::unique_ptr<ObjectWriter> Repository::writer() {
  return make_pack_writer(handles_->odb.get(), handles_->git_dir + "/objects");
}

Result<std::optional<Oid>> Repository::ref(const std::string& name) const {
  git_oid oid{};
  const int found = git_reference_name_to_id(&oid, handles_->repository.get(), name.c_str());
  if (found == GIT_ENOTFOUND) return std::optional<Oid>{};
  if (found != 0) return library_error(fmt::format("{} cannot be read", name));
  return std::optional<Oid>{from_library(oid)};
}

Result<std::vector<std::string>> Repository::refs(const std::string& prefix) const {
  git_reference_iterator* raw = nullptr;
  if (git_reference_iterator_new(&raw, handles_->repository.get()) != 0)
    return library_error("the refs cannot be listed");
  const ReferenceIterator iterator(raw);
  std::vector<std::string> names;
  const char* name = nullptr;
  int next = 0;
  while ((next = git_reference_next_name(&name, raw)) == 0) {
    if (std::string_view(name).substr(0, prefix.size()) == prefix) names.emplace_back(name);
  }
  if (next != GIT_ITEROVER) return library_error("the refs cannot be listed");
  std::sort(names.begin(), names.end());
  return names;
}

Result<WriterLock> Repository::lock() {
  HZ_TRY_ASSIGN(WriterLock lock, WriterLock::take(handles_->git_dir));
  if (!handles_->cleared) lock.clear_leftovers(handles_->git_dir);
  handles_->cleared = true;
  return lock;
}

Result<void> Repository::swap_ref(const WriterLock& lock, const std::string& name,
                                  const std::optional<Oid>& expected, const Oid& desired) {
  const std::string file = handles_->git_dir + "/" + name;
  if (!expected) HZ_TRY(make_private_folders(std::filesystem::path(file).parent_path().string()));
  const git_oid to = to_library(desired);
  const git_oid from = to_library(expected.value_or(Oid{}));
  const auto swap = [&] {
    git_reference* raw = nullptr;
    git_repository* const repository = handles_->repository.get();
    const int result = expected
                           ? git_reference_create_matching(&raw, repository, name.c_str(), &to, 1, &from, nullptr)
                           : git_reference_create(&raw, repository, name.c_str(), &to, 0, nullptr);
    const ReferenceHandle reference(raw);
    return result;
  };
  int result = swap();
  if (result == GIT_ELOCKED) {  // a writer was killed since this process last looked
    lock.clear_leftovers(handles_->git_dir);
    result = swap();
  }
  if (result == GIT_EMODIFIED || result == GIT_EEXISTS || result == GIT_ELOCKED || result == GIT_ENOTFOUND)
    return moved(name);
  if (result != 0) return library_error(fmt::format("{} could not be moved", name));
  // The ref has moved: from here on nothing may be called a failure. The folder above is private whatever becomes
  // of this.
  [[maybe_unused]] const auto best_effort = set_mode(file, private_file_mode);
  return ok();
}

}  // namespace hz::git
