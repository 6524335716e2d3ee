#include "ledger/git/loose_object.hpp"

#include <array>
#include <fstream>
#include <zlib.h>

namespace hz::git {
namespace {

class Inflater {
 public:
  Inflater() : ready_(inflateInit(&stream_) == Z_OK) {}
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Z_OK or Z_BUF_ERROR: all of the input was taken, and there is more to come.
  int take(unsigned char* bytes, std::size_t count, std::size_t max_bytes) {
    stream_.next_in = bytes;
    stream_.avail_in = static_cast<uInt>(count);
    int result = ready_ ? Z_OK : Z_STREAM_ERROR;
    while (result == Z_OK && (stream_.avail_in > 0 || stream_.avail_out == 0)) {
      if (stream_.total_out > max_bytes) return Z_STREAM_END;
      stream_.next_out = sink_.data();
      stream_.avail_out = static_cast<uInt>(sink_.size());
      result = inflate(&stream_, Z_NO_FLUSH);
    }
    return result;
  }

 private:
  z_stream stream_{};
  std::array<unsigned char, 8192> sink_{};
  bool ready_;
};

}  // namespace

bool ends_too_early(const std::string& file, std::size_t max_bytes) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return false;
  Inflater inflater;
  std::array<char, 8192> chunk{};
  while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0) {
    // zlib reads bytes as unsigned; these are the same bytes.
    const int result =
        inflater.take(reinterpret_cast<unsigned char*>(chunk.data()),  // NOLINT(*-reinterpret-cast): zlib
                      static_cast<std::size_t>(in.gcount()), max_bytes);
    if (result != Z_OK && result != Z_BUF_ERROR) return false;  // its end, or what libgit2 finds by itself
  }
  return in.eof();
}

}  // namespace hz::git
