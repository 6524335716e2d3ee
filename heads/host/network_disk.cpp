#include "heads/host/network_disk.hpp"

#include <fmt/format.h>
#ifdef __APPLE__
#include <sys/mount.h>
#else
#include <sys/vfs.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>

#include "heads/host/posix.hpp"

namespace hz {
namespace {

// linux/magic.h has most of them; the numbers of SMB2, Ceph and Lustre are in their drivers only.
constexpr std::array<std::uint64_t, 12> network_magics{
    0x6969,      // NFS
    0x517B,      // SMB
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB 2
    0x5346414F,  // OpenAFS
    0x6B414653,  // kAFS
    0x73757245,  // Coda
    0x00C36400,  // Ceph
    0x0BD00BD0,  // Lustre
    0x01021997,  // 9p
    0x65735546,  // FUSE: sshfs and many more
    0x61756673,  // aufs: no reliable locks across its branches
};

struct Disk {
  bool network = false;
  int error = 0;
};

Disk disk_of(const std::string& folder) {
  struct statfs status {};
  if (::statfs(folder.c_str(), &status) != 0) return {false, errno};
#ifdef __APPLE__
  return {(status.f_flags & MNT_LOCAL) == 0, 0};
#else
  return {is_network_disk(static_cast<std::uint64_t>(status.f_type) & 0xFFFFFFFFU), 0};
#endif
}

}  // namespace

bool is_network_disk(std::uint64_t statfs_magic) {
  return std::find(network_magics.begin(), network_magics.end(), statfs_magic) != network_magics.end();
}

Result<void> refuse_network_disk(const std::string& folder) {
  std::string existing = folder;
  Disk disk = disk_of(existing);
  while (disk.error == ENOENT && existing != folder_of(existing)) {
    existing = folder_of(existing);
    disk = disk_of(existing);
  }
  if (disk.error != 0)
    return system_error(fmt::format("cannot tell which disk {} is on", folder), disk.error, existing);
  if (!disk.network) return ok();
  return Error{ErrorKind::environment, fmt::format("{} is on a network file system", folder),
               "Locks and renames there do not keep two machines apart.", "Nothing was read or written.",
               "move HZ_HOME to a local disk"};
}

}  // namespace hz
