#include "heads/app/machine_checks.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "heads/host/network_disk.hpp"

namespace hz {

namespace {

using State = Finding::State;

constexpr std::uint64_t little_space = 100U << 20U;

/// Folders and files of hz are for their owner alone (L4).
void check_mode(const std::string& what, const std::string& path, std::vector<Finding>& findings) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return;
  const bool is_private = (status.st_mode & 077U) == 0;
  findings.push_back(
      {what, is_private ? State::ok : State::bad,
       path + (is_private ? "" : fmt::format(" is open to others (mode {:04o})", status.st_mode & 07777U)),
       is_private ? "" : "chmod -R go-rwx " + path});
}

/// The folder or the nearest one above it that is there.
std::string existing(std::string path) {
  struct stat status {};
  while (path.size() > 1 && stat(path.c_str(), &status) != 0)
    path.resize(std::max<std::size_t>(path.rfind('/'), 1));
  return path;
}

void check_disk(const std::string& path, std::vector<Finding>& findings) {
  if (const auto refused = refuse_network_disk(path); !refused)
    findings.push_back({"disk", State::bad, refused.error().what, refused.error().fix});
  struct statvfs disk {};
  if (statvfs(existing(path).c_str(), &disk) != 0) return;
  const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  const bool enough = free >= little_space;
  findings.push_back(
      {"disk space", enough ? State::ok : State::warning, fmt::format("{} MiB free", free >> 20U),
       enough ? "" : "free some space: an append needs a little, and loses nothing if there is none"});
}

}  // namespace

std::vector<Finding> check_machine(const ProcessFacts& facts) {
  std::vector<Finding> findings;
  const auto paths = resolve_paths(facts.paths);
  if (!paths) return {{"home", State::bad, paths.error().what, paths.error().fix}};
  check_mode("ledger", paths->ledger, findings);
  check_mode("state", paths->state, findings);
  check_disk(paths->ledger, findings);
  return findings;
}

}  // namespace hz
