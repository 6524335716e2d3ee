// Zlib streams as git stores them, at the fastest level: events are small, and an append waits for it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace hz::git {

/// Not for two threads at once.
class Deflater {
 public:
  Deflater();
  ~Deflater();

  /// Puts the zlib stream that gives `bytes` at the end of `out`.
  void append(std::string_view bytes, std::string& out);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace hz::git
