#include "ledger/audit/object_list.hpp"

#include <algorithm>

#include "ledger/audit/parallel.hpp"

namespace hz {
namespace {

constexpr std::uint32_t piece_entries = 2048;  ///< a megabyte or two of a ledger's pack

void cut(std::vector<ObjectPiece>& pieces, std::uint32_t pack, std::size_t count) {
  for (std::uint32_t first = 0; first < count; first += piece_entries) {
    pieces.push_back({pack, first, std::min(piece_entries, static_cast<std::uint32_t>(count) - first)});
  }
}

}  // namespace

ObjectList::ObjectList(const git::ObjectStore& store, unsigned threads) {
  packs_.resize(store.packs().size());
  std::atomic<std::uint32_t> next = 0;
  in_parallel(std::min<unsigned>(threads, static_cast<unsigned>(packs_.size())), [&](unsigned) {
    for (std::uint32_t i = next++; i < packs_.size(); i = next++) {
      packs_[i] = {store.packs()[i].get(), git::in_file_order(store.packs()[i]->index())};
    }
  });
  for (std::uint32_t i = 0; i < packs_.size(); ++i) {
    cut(pieces_, i, packs_[i].places.size());
    objects_ += packs_[i].places.size();
    bytes_ += packs_[i].pack->bytes().size();
  }
  cut(pieces_, ObjectPiece::loose, store.loose().size());
  objects_ += store.loose().size();
}

std::optional<git::EntryKind> ObjectList::kind_at(const git::PackFile& pack, std::uint64_t offset) {
  for (std::size_t depth = 0; depth <= git::delta_depth_max; ++depth) {
    if (offset < git::pack_header_size || offset >= pack.bytes().size()) return std::nullopt;
    const auto header = git::parse_entry_header(pack.bytes().substr(offset));
    if (!header) return std::nullopt;
    if (!header->is_delta()) return header->kind;
    if (header->kind == git::EntryKind::offset_delta) {
      if (header->base_before > offset) return std::nullopt;
      offset -= header->base_before;
    } else {
      const auto base = pack.index().find(header->base);
      if (!base) return std::nullopt;
      offset = pack.index().offset(*base);
    }
  }
  return std::nullopt;
}

}  // namespace hz
