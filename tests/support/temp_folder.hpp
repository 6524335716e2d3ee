// A folder of a test's own, removed with everything in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace hz::test {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hz-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
    path_ = std::filesystem::canonical(name).string();
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string path(const std::string& below) const { return path_ + "/" + below; }

  /// Writes a file, with the folders above it.
  std::string file(const std::string& below, const std::string& bytes = "") const {
    const std::filesystem::path whole{path(below)};
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream{whole, std::ios::binary} << bytes;
    return whole.string();
  }

  [[nodiscard]] std::string text(const std::string& below) const {
    std::ifstream in{path(below), std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
  }

 private:
  std::string path_;
};

/// The permission bits, as in 0600.
[[nodiscard]] inline unsigned mode_of(const std::string& path) {
  return static_cast<unsigned>(std::filesystem::symlink_status(path).permissions()) & 07777U;
}

}  // namespace hz::test
