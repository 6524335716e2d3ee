#include "ledger/git/deflate.hpp"

#include <libdeflate.h>
#include <new>

#include "core/base/invariant.hpp"

namespace hz::git {
namespace {

constexpr int fastest = 1;

struct Freed {
  void operator()(libdeflate_compressor* handle) const { libdeflate_free_compressor(handle); }
};

}  // namespace

struct Deflater::Library {
  std::unique_ptr<libdeflate_compressor, Freed> handle{libdeflate_alloc_compressor(fastest)};
};

Deflater::Deflater() : library_(std::make_unique<Library>()) {
  if (!library_->handle) throw std::bad_alloc();
}
Deflater::~Deflater() = default;

void Deflater::append(std::string_view bytes, std::string& out) {
  libdeflate_compressor* const compressor = library_->handle.get();
  const std::size_t before = out.size();
  const std::size_t room = libdeflate_zlib_compress_bound(compressor, bytes.size());
  out.resize(before + room);
  const std::size_t given =
      libdeflate_zlib_compress(compressor, bytes.data(), bytes.size(), out.data() + before, room);
  HZ_INVARIANT(given != 0, "the bound is large enough");
  out.resize(before + given);
}

}  // namespace hz::git
