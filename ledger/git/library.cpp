#include "ledger/git/library.hpp"

#include <git2.h>

namespace hz::git {
namespace {

constexpr std::size_t packs_open_max = 128;
constexpr std::size_t window_bytes = 32U << 20U;
constexpr std::size_t mapped_bytes_max = 256U << 20U;

class Library {
 public:
  Library() {
    git_libgit2_init();
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
    // Packs that nobody merges must not eat all descriptors of the process, nor large ones its memory.
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, packs_open_max);
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, window_bytes);
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, mapped_bytes_max);
    for (const int level :
         {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL}) {
      git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
    }
    // An auditor may read a clone of another account: nothing of a repository is ever executed by hz. Who owns a
    // ledger that is to be written is checked by Repository::open.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { git_libgit2_shutdown(); }
};

}  // namespace

void start_library() {
  static const Library library;
}

}  // namespace hz::git
