// Packs, their entries, deltas and indexes: bytes from a disk that nobody believes.
#include <algorithm>

#include "ledger/git/pack_index.hpp"
#include "ledger/git/pack_reader.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

constexpr std::size_t object_bytes_max = 1U << 20U;

void check_pack(std::string_view bytes) {
  std::uint64_t end = git::pack_header_size;
  const auto count =
      git::read_pack(bytes, object_bytes_max, [&](std::uint64_t offset, const git::PackedObject& object) {
        HZ_INVARIANT(offset == end && object.end > offset && object.end <= bytes.size(),
                     "entries lie one behind the other");
        HZ_INVARIANT(object.bytes.size() <= object_bytes_max, "an object is no larger than was asked for");
        HZ_INVARIANT(!to_text(object.kind).empty(), "an object is no delta");
        end = object.end;
      });
  if (count) HZ_INVARIANT(*count == git::pack_entry_count(bytes), "a pack has as many entries as it says");
  if (!count)
    HZ_INVARIANT(count.error().kind == ErrorKind::damaged && !count.error().why.empty(), "a refusal says why");
}

/// Entries read by an index that says anything, in any order.
void check_entries(std::string_view pack, std::string_view offsets) {
  git::EntryReader reader(pack, object_bytes_max, [&](const git::Oid& id) -> std::optional<std::uint64_t> {
    return id.data()[0] % 2 == 0 ? std::optional<std::uint64_t>{id.data()[1]} : std::nullopt;
  });
  for (const char offset : offsets.substr(0, 64)) {
    const auto object = reader.read(static_cast<unsigned char>(offset));
    HZ_INVARIANT(object || !reader.why().empty(), "there is an object, or a reason");
    if (object)
      HZ_INVARIANT(std::count(object->bytes.begin(), object->bytes.end(), '\0') >= 0, "all its bytes are there");
  }
}

void check_index(std::string_view bytes) {
  const auto index = git::PackIndex::parse(bytes);
  if (!index) return;
  const auto places = git::in_file_order(*index);
  HZ_INVARIANT(places.size() == index->count(), "each object has a place");
  for (std::uint32_t i = 0; i < index->count(); ++i) {
    const auto found = index->find(*git::Oid::from_bytes(index->name(i)));
    HZ_INVARIANT(!found || index->name(*found) == index->name(i), "what is found has the name");
    static_cast<void>(index->crc32(i) + index->offset(i));
  }
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  switch (choose(bytes, 4)) {
    case 0:
      return check_pack(bytes);
    case 1:
      return check_index(bytes);
    case 2: {
      const auto cut = std::min(choose(bytes, 256), bytes.size());
      return check_entries(bytes.substr(cut), bytes.substr(0, cut));
    }
    default: {
      const auto cut = std::min(choose(bytes, 256), bytes.size());
      git::Bytes made;
      if (git::apply_delta(bytes.substr(0, cut), bytes.substr(cut), object_bytes_max, made))
        HZ_INVARIANT(made.size() <= object_bytes_max, "a delta makes no more than it may");
    }
  }
}

}  // namespace hz
