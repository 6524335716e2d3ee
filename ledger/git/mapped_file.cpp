#include "ledger/git/mapped_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ledger/git/error.hpp"
#include "ledger/git/private_files.hpp"

namespace hz::git {

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0) return os_error(path + " cannot be read", errno);
  if (found.st_size == 0) return MappedFile({});
  const auto size = static_cast<std::size_t>(found.st_size);
  void* const at = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (at == MAP_FAILED) return os_error(path + " cannot be read", errno);  // NOLINT(*-cstyle-cast): POSIX's macro
  return MappedFile({static_cast<const char*>(at), size});
}

MappedFile::~MappedFile() {
  // munmap takes what mmap gave, which was not const.
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());  // NOLINT(*-const-cast): as said
}

void MappedFile::forget(std::size_t from, std::size_t size) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t first = (from + page - 1) / page * page;
  const std::size_t last = std::min(from + size, bytes_.size()) / page * page;
  if (first >= last) return;
  ::madvise(const_cast<char*>(bytes_.data()) + first, last - first,
            MADV_DONTNEED);  // NOLINT(*-const-cast): as above
}

}  // namespace hz::git
