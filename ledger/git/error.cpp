#include "ledger/git/error.hpp"

#include <cerrno>
#include <cstring>
#include <git2.h>

namespace hz::git {
namespace {

constexpr const char* nothing_lost =
    "Nothing was lost: everything recorded before is kept, and nothing of this was recorded.";

/// As others say it: a capital and a full stop.
std::string sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + ".";
}

std::string fix_for(int code) {
  switch (code) {
    case ENOSPC:
      return "free space on that disk, then do it again";
    case EDQUOT:
      return "free space within the quota, then do it again";
    case EROFS:
      return "make that file system writable, then do it again";
    case EACCES:
    case EPERM:
      return "give the ledger's folder back to the person who runs hz (chown -R), then do it again";
    case EMFILE:
    case ENFILE:
      return "raise the limit of open files (ulimit -n), then do it again";
    case EFBIG:
      return "raise the limit of file sizes (ulimit -f), then do it again";
    default:
      return "hz doctor";
  }
}

}  // namespace

int errno_in(std::string_view message) {
  for (const int code : {ENOSPC, EDQUOT, EROFS, EACCES, EPERM, EMFILE, ENFILE, EFBIG, EIO, ENOMEM, ESTALE, ENOLCK,
                         ENOTDIR, ELOOP, ENAMETOOLONG}) {
    const std::string_view says =
        std::strerror(code);  // NOLINT(concurrency-mt-unsafe): constant texts in the C locale
    if (message.size() >= says.size() && message.substr(message.size() - says.size()) == says) return code;
  }
  return 0;
}

Error os_error(std::string what, int code) {
  const char* const says = std::strerror(code);  // NOLINT(concurrency-mt-unsafe): constant texts in the C locale
  return {ErrorKind::environment, std::move(what), sentence(says), nothing_lost, fix_for(code)};
}

Error library_error(std::string what) {
  const git_error* const last = git_error_last();
  const std::string message = last != nullptr && last->message != nullptr ? last->message : "no reason given";
  const int category = last != nullptr ? last->klass : GIT_ERROR_NONE;
  const int code = errno_in(message);
  if (code != 0) {
    Error error = os_error(std::move(what), code);
    error.why = sentence(message);
    return error;
  }
  if (category == GIT_ERROR_OS || category == GIT_ERROR_NOMEMORY) {
    return {ErrorKind::environment, std::move(what), sentence(message), nothing_lost, "hz doctor"};
  }
  return {ErrorKind::damaged, std::move(what), sentence(message), "Nothing was repaired.", "hz audit verify"};
}

}  // namespace hz::git
