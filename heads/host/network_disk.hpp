// State on a network file system is refused unless the person allows it: its locks may lie (fault P7), and a rename
// there is not always whole.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace hz {

/// By the magic number of statfs(2): NFS, SMB, CIFS, AFS, Coda, Ceph, 9p, FUSE and the like.
[[nodiscard]] bool is_network_disk(std::uint64_t statfs_magic);

/// Environment error if the folder (or the nearest one above it that exists) lies on a network file system.
[[nodiscard]] Result<void> refuse_network_disk(const std::string& folder);

}  // namespace hz
