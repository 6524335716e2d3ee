// Trees, commits and the zlib streams that they lie in.
#include <sys/mman.h>
#include <unistd.h>

#include "ledger/git/inflate.hpp"
#include "ledger/git/loose_object.hpp"
#include "ledger/git/object.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

constexpr std::size_t inflated_max = 1U << 20U;

void check_tree(std::string_view bytes) {
  const auto tree = git::parse_tree(bytes);
  if (!tree) return;
  HZ_INVARIANT(git::write_tree(*tree) == bytes, "a tree has one form");
  for (std::size_t i = 1; i < tree->size(); ++i)
    HZ_INVARIANT(git::comes_before((*tree)[i - 1], (*tree)[i]), "a tree is in git's order");
}

void check_commit(std::string_view bytes) {
  const auto commit = git::parse_commit(bytes);
  if (!commit) return;
  if (!git::fits_signature(commit->author.name) || !git::fits_signature(commit->committer.name)) return;
  const auto again = git::parse_commit(git::write_commit(*commit));
  HZ_INVARIANT(again && again->tree == commit->tree && again->parents == commit->parents &&
                   again->author == commit->author && again->message == commit->message,
               "a commit that is written again says the same");
}

/// The look before libgit2 reads a loose object: it comes to an end, and never calls a whole stream cut off.
void check_stream(std::string_view bytes) {
  static const int file = ::memfd_create("loose", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  HZ_INVARIANT(::ftruncate(file, 0) == 0 &&
                   ::pwrite(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
               "the file is there");
  const bool cut = git::ends_too_early(path, inflated_max);
  git::Bytes whole;
  const bool inflated = git::Inflater().inflate_whole(bytes, inflated_max, whole);
  HZ_INVARIANT(!inflated || !cut, "a stream that inflates does not end too early");
  HZ_INVARIANT(!inflated || whole.size() <= inflated_max, "no more is inflated than was asked for");
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  switch (choose(bytes, 3)) {
    case 0:
      return check_tree(bytes);
    case 1:
      return check_commit(bytes);
    default:
      return check_stream(bytes);
  }
}

}  // namespace hz
