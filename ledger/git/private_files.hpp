// Files that only their owner can read, whatever the caller's umask, and that survive a power cut.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

#include "core/base/result.hpp"

namespace hz::git {

inline constexpr mode_t private_folder_mode = 0700;
inline constexpr mode_t private_file_mode = 0600;

/// An open file of the operating system.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] explicit operator bool() const { return fd_ >= 0; }
  void close();

 private:
  int release();
  int fd_ = -1;
};

/// Makes the folder (0700) and those above it that do not exist, each durable in the one above. One that exists
/// keeps its mode.
[[nodiscard]] Result<void> make_private_folders(const std::string& path);
/// Makes one folder (0700) if it does not exist; the one above must exist.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);
/// A new file (0600) with these bytes, synced. The folder's entry is the caller's to sync.
[[nodiscard]] Result<void> make_private_file(const std::string& path, std::string_view bytes);
/// Makes what is in the folder durable: names, not contents.
[[nodiscard]] Result<void> sync_folder(const std::string& path);
/// Environment error if it cannot be done. What has the mode already is left alone, so that a ledger can be read
/// from a disk that turned read-only.
[[nodiscard]] Result<void> set_mode(const std::string& path, mode_t mode);

}  // namespace hz::git
