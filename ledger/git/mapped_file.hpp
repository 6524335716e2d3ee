// A file's bytes as memory, for reading. Packs never change once they have their name, so what is mapped stays what
// it was; a disk that fails while it is read ends the process, as it does git's.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.hpp"

namespace hz::git {

class MappedFile {
 public:
  /// Environment error if it cannot be opened. An empty file gives no bytes.
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// Lets go of the memory behind these bytes; whoever reads them again reads the file again.
  void forget(std::size_t from, std::size_t size) const;

 private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes_;
};

}  // namespace hz::git
