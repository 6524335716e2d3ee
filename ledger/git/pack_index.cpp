#include "ledger/git/pack_index.hpp"

#include <algorithm>
#include <bit>

namespace hz::git {
namespace {

constexpr std::string_view begin("\377tOc\0\0\0\2", 8);
constexpr std::size_t fanout_entries = 256;
constexpr std::uint32_t is_large = 0x80000000U;

std::uint32_t number_at(std::string_view table, std::size_t i) {
  const auto byte = [&](std::size_t k) { return std::uint32_t{static_cast<unsigned char>(table[4 * i + k])}; };
  return byte(0) << 24U | byte(1) << 16U | byte(2) << 8U | byte(3);
}

}  // namespace

std::optional<PackIndex> PackIndex::parse(std::string_view bytes) {
  constexpr std::size_t least = begin.size() + 4 * fanout_entries + 2 * Oid::size;
  if (bytes.size() < least || bytes.substr(0, begin.size()) != begin) return std::nullopt;
  PackIndex index;
  index.fanout_ = bytes.substr(begin.size(), 4 * fanout_entries);
  for (std::size_t i = 1; i < fanout_entries; ++i) {
    if (number_at(index.fanout_, i) < number_at(index.fanout_, i - 1)) return std::nullopt;
  }
  index.count_ = number_at(index.fanout_, fanout_entries - 1);
  const std::size_t count = index.count_;
  const std::size_t tables = count * (Oid::size + 8);
  if (bytes.size() - least < tables || (bytes.size() - least - tables) % 8 != 0) return std::nullopt;
  bytes.remove_prefix(begin.size() + 4 * fanout_entries);
  index.names_ = bytes.substr(0, count * Oid::size);
  bytes.remove_prefix(index.names_.size());
  index.crcs_ = bytes.substr(0, 4 * count);
  index.offsets_ = bytes.substr(4 * count, 4 * count);
  bytes.remove_prefix(8 * count);
  index.large_offsets_ = bytes.substr(0, bytes.size() - 2 * Oid::size);
  index.trailer_ = bytes.substr(index.large_offsets_.size());
  return index;
}

std::uint32_t PackIndex::crc32(std::uint32_t i) const {
  return number_at(crcs_, i);
}

std::uint64_t PackIndex::offset(std::uint32_t i) const {
  const std::uint32_t small = number_at(offsets_, i);
  if ((small & is_large) == 0) return small;
  const std::size_t at = small & ~is_large;
  if (at >= large_offsets_.size() / 8) return ~std::uint64_t{0};
  return std::uint64_t{number_at(large_offsets_, 2 * at)} << 32U | number_at(large_offsets_, 2 * at + 1);
}

std::optional<std::uint32_t> PackIndex::find(const Oid& id) const {
  const std::string wanted = id.bytes();
  const std::size_t first = id.data()[0];
  std::uint32_t low = first == 0 ? 0 : number_at(fanout_, first - 1);
  std::uint32_t high = number_at(fanout_, first);
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const int order = name(middle).compare(wanted);
    if (order == 0) return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return std::nullopt;
}

std::vector<PackPlace> in_file_order(const PackIndex& index) {
  // Into buckets by offset, so that each is sorted within the cache: a third of the time at a million.
  const std::uint32_t count = index.count();
  std::uint64_t last = 0;
  for (std::uint32_t i = 0; i < count; ++i) last = std::max(last, index.offset(i));
  const auto width = static_cast<unsigned>(std::bit_width(last));
  const auto buckets_width = static_cast<unsigned>(std::bit_width(std::uint64_t{count / 16U}));
  const unsigned bits = width - std::min(width, buckets_width);
  const auto bucket_of = [bits](std::uint64_t offset) { return bits < 64 ? offset >> bits : 0; };
  std::vector<std::uint32_t> starts(bucket_of(last) + 2);
  for (std::uint32_t i = 0; i < count; ++i) ++starts[bucket_of(index.offset(i)) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<PackPlace> places(count);
  std::vector<std::uint32_t> next = starts;
  for (std::uint32_t i = 0; i < count; ++i) places[next[bucket_of(index.offset(i))]++] = {index.offset(i), i};
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    std::sort(places.begin() + starts[i], places.begin() + starts[i + 1],
              [](const PackPlace& a, const PackPlace& b) { return a.offset < b.offset; });
  }
  return places;
}

}  // namespace hz::git
