#include "ledger/git/pack_file.hpp"

#include <fmt/format.h>

namespace hz::git {

Result<std::unique_ptr<const PackFile>> PackFile::open(const std::string& index) {
  std::string path = index.substr(0, index.rfind('.')) + ".pack";
  HZ_TRY_ASSIGN(MappedFile index_file, MappedFile::open(index));
  HZ_TRY_ASSIGN(MappedFile pack, MappedFile::open(path));
  const auto parsed = PackIndex::parse(index_file.bytes());
  const auto count = pack_entry_count(pack.bytes());
  if (!parsed || !count || *count != parsed->count() || !pack.bytes().ends_with(parsed->pack_checksum())) {
    return Error{ErrorKind::damaged, fmt::format("{} and its index do not fit each other", path),
                 "One of them is damaged, or of a version that hz does not read.", "Nothing was repaired.",
                 "hz audit verify"};
  }
  return std::unique_ptr<const PackFile>(
      new PackFile(std::move(path), std::move(pack), std::move(index_file), *parsed));
}

EntryReader PackFile::reader(std::size_t object_bytes_max) const {
  return {bytes(), object_bytes_max, [this](const Oid& name) -> std::optional<std::uint64_t> {
            const auto place = index_.find(name);
            return place ? std::optional(index_.offset(*place)) : std::nullopt;
          }};
}

}  // namespace hz::git
