#include "ledger/git/object_store.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "ledger/git/alternates.hpp"
#include "ledger/git/error.hpp"

namespace hz::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t loose_header_max = 40;
constexpr std::size_t mapped_at_once = 64U << 10U;

/// The files of a folder whose names `take` accepts; a folder that is not there has none.
template <class Take>
Result<void> each_file(const fs::path& folder, Take take) {
  std::error_code fault;
  fs::directory_iterator files(folder, fault);
  for (; !fault && files != fs::directory_iterator(); files.increment(fault)) take(files->path());
  if (fault && fault != std::errc::no_such_file_or_directory)
    return os_error(folder.string() + " cannot be listed", fault.value());
  return ok();
}

}  // namespace

std::optional<LooseObject> read_loose(std::string_view file, std::size_t object_bytes_max, Inflater& inflater,
                                      Bytes& out) {
  if (!inflater.inflate_whole(file, object_bytes_max + loose_header_max, out)) return std::nullopt;
  const std::string_view all = out.view();
  const auto space = all.substr(0, loose_header_max).find(' ');
  const auto nul = all.substr(0, loose_header_max).find('\0');
  if (space == std::string_view::npos || nul == std::string_view::npos || nul < space) return std::nullopt;
  std::size_t size = 0;
  const auto [end, fault] = std::from_chars(all.data() + space + 1, all.data() + nul, size);
  if (fault != std::errc{} || end != all.data() + nul || size != all.size() - nul - 1) return std::nullopt;
  return LooseObject{all.substr(0, space), all.substr(nul + 1)};
}

Result<ObjectStore> ObjectStore::open(const std::string& objects, std::size_t object_bytes_max) {
  ObjectStore store(object_bytes_max);
  for (const std::string& folder : object_folders(objects)) HZ_TRY(store.add_folder(folder));
  std::sort(store.loose_.begin(), store.loose_.end(),
            [](const LooseFile& a, const LooseFile& b) { return a.id < b.id; });
  store.readers_.resize(store.packs_.size());
  return store;
}

ObjectStore ObjectStore::another() const {
  ObjectStore store(object_bytes_max_);
  store.packs_ = packs_;
  store.loose_ = loose_;
  store.readers_.resize(packs_.size());
  return store;
}

Result<void> ObjectStore::add_folder(const std::string& objects) {
  std::vector<std::string> indices;
  HZ_TRY(each_file(objects + "/pack", [&](const fs::path& file) {
    if (file.extension() == ".idx") indices.push_back(file.string());
  }));
  std::sort(indices.begin(), indices.end());
  for (const std::string& index : indices) {
    auto pack = PackFile::open(index);
    if (pack)
      packs_.push_back(*std::move(pack));
    else
      unusable_.push_back(pack.error());
  }
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char high : digits) {
    for (const char low : digits) {
      const std::string two{high, low};
      HZ_TRY(each_file(fs::path(objects) / two, [&](const fs::path& file) {
        if (const auto id = Oid::from_hex(two + file.filename().string())) loose_.push_back({*id, file.string()});
      }));
    }
  }
  return ok();
}

std::optional<std::string_view> ObjectStore::read(const Oid& id, EntryKind kind) {
  auto bytes = read_packed(id, kind);
  if (!bytes) bytes = read_alone(id, kind);
  if (!bytes || hasher_.name_of(to_text(kind), *bytes) != id) return std::nullopt;
  return bytes;
}

std::optional<std::string_view> ObjectStore::read_packed(const Oid& id, EntryKind kind) {
  for (std::size_t i = 0; i < packs_.size(); ++i) {
    const std::size_t pack = (last_pack_ + i) % packs_.size();
    const auto place = packs_[pack]->index().find(id);
    if (!place) continue;
    last_pack_ = pack;
    auto& reader = readers_[pack];
    if (!reader) reader = std::make_unique<EntryReader>(packs_[pack]->reader(object_bytes_max_));
    const std::uint64_t offset = packs_[pack]->index().offset(*place);
    const auto object = reader->read(offset);
    // The system maps the neighbours of what is read as well, which adds up when objects are read all over a pack.
    packs_[pack]->forget(offset - std::min<std::uint64_t>(offset, mapped_at_once), 3 * mapped_at_once);
    if (!object || object->kind != kind) return std::nullopt;
    return object->bytes;
  }
  return std::nullopt;
}

std::optional<std::string_view> ObjectStore::read_alone(const Oid& id, EntryKind kind) {
  const auto found = std::lower_bound(loose_.begin(), loose_.end(), id,
                                      [](const LooseFile& file, const Oid& wanted) { return file.id < wanted; });
  if (found == loose_.end() || found->id != id) return std::nullopt;
  const auto file = MappedFile::open(found->path);
  const auto object =
      file ? read_loose(file->bytes(), object_bytes_max_, inflater_, alone_) : std::optional<LooseObject>();
  if (!object || object->kind != to_text(kind)) return std::nullopt;
  return object->bytes;
}

std::optional<CommitObject> ObjectStore::read_commit(const Oid& id) {
  const auto bytes = read(id, EntryKind::commit);
  return bytes ? parse_commit(*bytes) : std::nullopt;
}

std::optional<Tree> ObjectStore::read_tree(const Oid& id) {
  const auto bytes = read(id, EntryKind::tree);
  return bytes ? parse_tree(*bytes) : std::nullopt;
}

}  // namespace hz::git
