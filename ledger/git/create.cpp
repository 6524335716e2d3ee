// Making a repository, by hand: six files. libgit2's own way lays out templates, leaves half a repository when
// killed, and obeys the umask.
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "ledger/git/error.hpp"
#include "ledger/git/repository.hpp"

namespace hz::git {
namespace {

namespace fs = std::filesystem;

/// sharedRepository keeps what plain git writes here private too; gc.auto = 0 leaves packing and pruning to hz.
constexpr const char* config_text =
    "[core]\n"
    "\trepositoryformatversion = 0\n"
    "\tfilemode = true\n"
    "\tbare = true\n"
    "\tlogAllRefUpdates = false\n"
    "\tsharedRepository = 0600\n"
    "[gc]\n"
    "\tauto = 0\n"
    "[hz]\n"
    "\tledger = 1\n";

Result<void> lay_out(const std::string& path, const std::string& head) {
  for (const char* const folder : {"objects", "objects/info", "objects/pack", "refs", "refs/heads", "refs/tags"}) {
    HZ_TRY(make_private_folder(path + "/" + folder));
  }
  HZ_TRY(make_private_file(path + "/HEAD", fmt::format("ref: {}\n", head)));
  HZ_TRY(make_private_file(path + "/config", config_text));
  HZ_TRY(make_private_file(path + "/description", "The ledger of hz. It only grows; `git log` tells its story.\n"));
  HZ_TRY(make_private_file(path + "/" + WriterLock::file_name, ""));
  return sync_folder(path);
}

/// True if it is now at `path`; false if somebody was first.
Result<bool> put_in_place(const std::string& built, const std::string& path) {
  if (::rename(built.c_str(), path.c_str()) == 0) return true;
  if (errno == ENOTEMPTY || errno == EEXIST) return false;
  return os_error(fmt::format("making the ledger failed: {}", path), errno);
}

}  // namespace

Result<void> Repository::create(const std::string& path, const std::string& head) {
  const std::string above = fs::path(path).parent_path().string();
  HZ_TRY(make_private_folders(above));
  std::string built = path + ".new-XXXXXX";
  if (::mkdtemp(built.data()) == nullptr) return os_error(fmt::format("making the ledger failed: {}", path), errno);
  std::error_code ignored;
  HZ_TRY(set_mode(built, private_folder_mode));
  if (auto laid_out = lay_out(built, head); !laid_out) {
    fs::remove_all(built, ignored);
    return laid_out;
  }
  const auto placed = put_in_place(built, path);
  if (!placed || !*placed) fs::remove_all(built, ignored);
  if (!placed) return placed.error();
  return sync_folder(above);
}

}  // namespace hz::git
