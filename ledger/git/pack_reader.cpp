#include "ledger/git/pack_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

#include "ledger/git/object_hash.hpp"

namespace hz::git {
namespace {

constexpr std::size_t kept_bytes_max = 32U << 20U;
/// What deltas may make in all: packs of ledgers stay far below it (a tree that gains a name is 13 kB of 300
/// bytes).
constexpr std::uint64_t made_at_least = 1U << 30U;
constexpr std::uint64_t made_per_byte = 256;

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(0, 4)) value = value << 8U | static_cast<unsigned char>(c);
  return value;
}

Error damaged_pack(std::uint64_t offset, std::string_view why) {
  return {ErrorKind::damaged, fmt::format("the pack is damaged at byte {}", offset), std::string(why),
          "Nothing was repaired.", "hz audit verify"};
}

}  // namespace

std::optional<std::uint32_t> pack_entry_count(std::string_view pack) {
  constexpr std::string_view begin("PACK\0\0\0\2", 8);
  if (pack.size() < pack_header_size + pack_trailer_size || pack.substr(0, begin.size()) != begin)
    return std::nullopt;
  return big_endian(pack.substr(begin.size()));
}

EntryReader::EntryReader(std::string_view pack, std::size_t object_bytes_max, FindBase find_base)
    : pack_(pack.substr(0, pack.size() - std::min(pack.size(), pack_trailer_size))),
      object_bytes_max_(object_bytes_max),
      find_base_(std::move(find_base)),
      deltas_may_make_(made_at_least + made_per_byte * pack.size()) {}

std::nullopt_t EntryReader::refuse(std::string_view why) {
  why_ = why;
  return std::nullopt;
}

std::optional<EntryHeader> EntryReader::header_at(std::uint64_t offset) {
  if (offset < pack_header_size || offset >= pack_.size()) return refuse("there is no entry");
  auto header = parse_entry_header(pack_.substr(offset));
  if (!header) return refuse("the entry has no proper header");
  if (header->size > object_bytes_max_) return refuse(too_large);
  return header;
}

std::optional<std::uint64_t> EntryReader::inflate(std::uint64_t offset, const EntryHeader& header, Bytes& out) {
  const auto taken = inflater_.inflate(pack_.substr(offset + header.length), header.size, out);
  if (!taken) return refuse("the stream is damaged");
  return offset + header.length + *taken;
}

std::optional<std::uint64_t> EntryReader::base_of(std::uint64_t offset, const EntryHeader& header) {
  if (header.kind == EntryKind::name_delta) {
    const auto base = find_base_(header.base);
    return base ? base : refuse("the base of a delta is not in the pack");
  }
  if (header.base_before > offset) return refuse("the base of a delta lies before the pack");
  return offset - header.base_before;
}

std::optional<PackedObject> EntryReader::read(std::uint64_t offset) {
  const auto header = header_at(offset);
  if (!header) return std::nullopt;
  if (header->is_delta()) return resolve(offset, *header);
  const auto end = inflate(offset, *header, object_);
  if (!end) return std::nullopt;
  return PackedObject{header->kind, object_.view(), *end};
}

std::optional<EntryKind> EntryReader::read_base(std::uint64_t offset, std::vector<std::uint64_t>& chain) {
  for (std::uint64_t at = offset;;) {
    if (const auto known = kept_.find(at); known != kept_.end()) {
      const std::string& bytes = known->second.bytes;
      bytes.copy(object_.reset(bytes.size()), bytes.size());
      return known->second.kind;
    }
    const auto header = header_at(at);
    if (!header) return std::nullopt;
    if (!header->is_delta()) {
      if (!inflate(at, *header, object_)) return std::nullopt;
      keep(at, header->kind, object_.view());
      return header->kind;
    }
    if (chain.size() == delta_depth_max) return refuse("deltas of deltas go deeper than hz follows");
    chain.push_back(at);
    const auto base = base_of(at, *header);
    if (!base) return std::nullopt;
    at = *base;
  }
}

std::optional<PackedObject> EntryReader::resolve(std::uint64_t offset, const EntryHeader& header) {
  std::vector<std::uint64_t> chain{offset};
  const auto base = base_of(offset, header);
  if (!base) return std::nullopt;
  const auto kind = read_base(*base, chain);
  if (!kind) return std::nullopt;
  std::uint64_t end = 0;
  for (; !chain.empty(); chain.pop_back()) {
    const auto delta = header_at(chain.back());
    const auto stop = delta ? inflate(chain.back(), *delta, delta_) : std::nullopt;
    if (!stop) return std::nullopt;
    if (!apply_delta(object_.view(), delta_.view(), object_bytes_max_, made_))
      return refuse("a delta does not fit its base");
    if (made_.size() > deltas_may_make_) return refuse("deltas make more than a pack of its size is good for");
    deltas_may_make_ -= made_.size();
    std::swap(object_, made_);
    end = *stop;
    keep(chain.back(), *kind, object_.view());
  }
  return PackedObject{*kind, object_.view(), end};
}

void EntryReader::keep(std::uint64_t offset, EntryKind kind, std::string_view bytes) {
  if (bytes.size() > kept_bytes_max / 4 || kept_.contains(offset)) return;
  while (kept_bytes_ + bytes.size() > kept_bytes_max) {
    const auto oldest = kept_.find(kept_order_.front());
    kept_bytes_ -= oldest->second.bytes.size();
    kept_.erase(oldest);
    kept_order_.pop_front();
  }
  kept_.emplace(offset, Kept{kind, std::string(bytes)});
  kept_order_.push_back(offset);
  kept_bytes_ += bytes.size();
}

Result<std::uint32_t> read_pack(std::string_view pack, std::size_t object_bytes_max,
                                const std::function<void(std::uint64_t offset, const PackedObject&)>& visit) {
  const auto count = pack_entry_count(pack);
  if (!count) return damaged_pack(0, "It does not begin like a pack.");
  std::map<Oid, std::uint64_t> offsets;
  ObjectHasher hasher;
  EntryReader reader(pack, object_bytes_max, [&](const Oid& name) -> std::optional<std::uint64_t> {
    const auto known = offsets.find(name);
    return known == offsets.end() ? std::nullopt : std::optional(known->second);
  });
  std::uint64_t at = pack_header_size;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto object = reader.read(at);
    if (!object) return damaged_pack(at, fmt::format("Entry {}: {}.", i, reader.why()));
    offsets.emplace(hasher.name_of(to_text(object->kind), object->bytes), at);
    visit(at, *object);
    at = object->end;
  }
  if (at + pack_trailer_size != pack.size()) return damaged_pack(at, "Bytes follow its last entry.");
  return *count;
}

}  // namespace hz::git
