#include "ledger/git/inflate.hpp"

#include <algorithm>
#include <libdeflate.h>
#include <new>

namespace hz::git {
namespace {

constexpr std::size_t growth_max = 1032;  ///< the most that deflate can make of a byte
constexpr std::size_t least_room = 4096;

struct Freed {
  void operator()(libdeflate_decompressor* handle) const { libdeflate_free_decompressor(handle); }
};

}  // namespace

struct Inflater::Library {
  std::unique_ptr<libdeflate_decompressor, Freed> handle{libdeflate_alloc_decompressor()};
};

Inflater::Inflater() : library_(std::make_unique<Library>()) {
  if (!library_->handle) throw std::bad_alloc();
}
Inflater::Inflater(Inflater&& other) noexcept = default;
Inflater& Inflater::operator=(Inflater&& other) noexcept = default;
Inflater::~Inflater() = default;

std::optional<std::size_t> Inflater::inflate(std::string_view deflated, std::size_t size, Bytes& out) {
  if (size / growth_max > deflated.size()) return std::nullopt;
  std::size_t taken = 0;
  const auto result = libdeflate_zlib_decompress_ex(library_->handle.get(), deflated.data(), deflated.size(),
                                                    out.reset(size), size, &taken, nullptr);
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  return taken;
}

bool Inflater::inflate_whole(std::string_view deflated, std::size_t max, Bytes& out) {
  for (std::size_t room = std::clamp(4 * deflated.size(), least_room, max);; room = std::min(2 * room, max)) {
    std::size_t taken = 0;
    std::size_t given = 0;
    const auto result = libdeflate_zlib_decompress_ex(library_->handle.get(), deflated.data(), deflated.size(),
                                                      out.reset(room), room, &taken, &given);
    if (result == LIBDEFLATE_SUCCESS) {
      out.cut(given);
      return taken == deflated.size();
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE || room == max) return false;
  }
}

std::uint32_t crc32_of(std::string_view bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace hz::git
