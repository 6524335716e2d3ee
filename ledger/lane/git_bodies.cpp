#include "ledger/lane/git_bodies.hpp"

#include <fmt/format.h>

#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/tree_files.hpp"

namespace hz {
namespace {

constexpr std::size_t body_bytes_max = 64U << 20U;

/// A month's branch as it is now.
struct Month {
  std::string ref;
  std::optional<git::Oid> tip, tree;  ///< nothing: it has no body yet
};

Result<Month> read_month(const git::Repository& repository, Instant at, const MachineId& machine) {
  Month month{body_ref(body_month(at), machine), {}, {}};
  HZ_TRY_ASSIGN(month.tip, repository.ref(month.ref));
  if (!month.tip) return month;
  HZ_TRY_ASSIGN(const git::CommitObject commit, repository.read_commit(*month.tip));
  month.tree = commit.tree;
  return month;
}

/// Those that the month does not hold. One whose file is named but gone from the disk counts as missing, and is
/// written again.
Result<std::vector<const SealedBody*>> missing(const git::Repository& repository, const Month& month,
                                               std::span<const SealedBody> bodies) {
  std::vector<const SealedBody*> found;
  for (const SealedBody& body : bodies) {
    std::optional<TreeLeaf> there;
    if (month.tree) {
      HZ_TRY_ASSIGN(there, find_file(repository, *month.tree, body_path(body.ref.sha256)));
    }
    if (!there || !repository.has(there->id)) found.push_back(&body);
  }
  return found;
}

Result<void> check_bodies(const By& by, std::span<const SealedBody> bodies) {
  std::string fault;
  if (!git::fits_signature(by.person) || !git::fits_signature(by.machine))
    fault = "The person or machine cannot stand in a commit.";
  for (const SealedBody& body : bodies) {
    if (const auto read = read_body(body.bytes, body.ref); !read) fault = read.error().why;
    if (body.bytes.size() > body_bytes_max) fault = fmt::format("It has {} bytes.", body.bytes.size());
  }
  if (fault.empty()) return ok();
  return Error{ErrorKind::internal, "a body was refused before it was written", fault, "Nothing was written.",
               "report this as a bug of hz"};
}

std::string message_for(std::size_t bodies) {
  return bodies == 1 ? "1 body\n" : fmt::format("{} bodies\n", bodies);
}

}  // namespace

Result<void> GitBodies::keep(Instant at, const By& by, std::span<const SealedBody> bodies) {
  if (bodies.empty()) return ok();
  HZ_TRY(check_bodies(by, bodies));
  HZ_TRY_ASSIGN(git::Repository* const repository, folder_->make());
  HZ_TRY_ASSIGN(const git::WriterLock lock, repository->lock());
  HZ_TRY_ASSIGN(const Month month, read_month(*repository, at, machine_));
  HZ_TRY_ASSIGN(const auto wanted, missing(*repository, month, bodies));
  if (wanted.empty()) return ok();
  const auto writer = repository->writer();
  std::vector<NewFile> files;
  for (const SealedBody* const body : wanted) {
    HZ_TRY_ASSIGN(const git::Oid blob, writer->write(git::ObjectKind::blob, body->bytes));
    files.push_back({body_path(body->ref.sha256), blob});
  }
  git::CommitObject commit;
  HZ_TRY_ASSIGN(commit.tree, add_files(*repository, *writer, month.tree, std::move(files)));
  if (month.tip) commit.parents.push_back(*month.tip);
  commit.author = commit.committer = signature_of(by, at);
  commit.message = message_for(wanted.size());
  HZ_TRY_ASSIGN(const git::Oid written, writer->write(git::ObjectKind::commit, git::write_commit(commit)));
  HZ_TRY(writer->finish());
  return repository->swap_ref(lock, month.ref, month.tip, written);
}

Result<std::optional<BodyText>> GitBodies::find(Instant at, const BodyRef& ref) const {
  HZ_TRY_ASSIGN(const git::Repository* const repository, folder_->find());
  if (repository == nullptr) return std::optional<BodyText>{};
  HZ_TRY_ASSIGN(const Month month, read_month(*repository, at, machine_));
  if (!month.tree) return std::optional<BodyText>{};
  HZ_TRY_ASSIGN(const auto there, find_file(*repository, *month.tree, body_path(ref.sha256)));
  if (!there) return std::optional<BodyText>{};
  HZ_TRY_ASSIGN(const std::string bytes, repository->read(there->id, git::ObjectKind::blob, body_bytes_max));
  HZ_TRY_ASSIGN(BodyText text, read_body(bytes, ref));
  return std::optional<BodyText>{std::move(text)};
}

}  // namespace hz
