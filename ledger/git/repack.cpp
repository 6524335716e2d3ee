#include "ledger/git/repack.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "ledger/git/deflate.hpp"
#include "ledger/git/error.hpp"
#include "ledger/git/incoming_pack.hpp"
#include "ledger/git/merge_plan.hpp"
#include "ledger/git/pack_bytes.hpp"

namespace hz::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t object_bytes_max = 256U << 20U;
constexpr std::size_t chunk_bytes = 1U << 20U;

Error cannot_copy(const Oid& id, const std::string& where) {
  return {ErrorKind::damaged, fmt::format("object {} of the ledger cannot be copied", id.shown()),
          fmt::format("It is damaged in {}.", where), "Nothing was removed.", "hz audit verify"};
}

/// The bytes of a pack, given on in pieces and summed up.
class PackStream {
 public:
  PackStream(IncomingPack& incoming, std::uint32_t entries) : incoming_(incoming), bytes_(pack_header(entries)) {}

  /// Where the next entry goes.
  std::string& bytes() { return bytes_; }
  Result<void> flush(std::size_t unless_below) {
    if (bytes_.size() < unless_below) return ok();
    sum_.add(bytes_);
    HZ_TRY(incoming_.append(bytes_));
    bytes_.clear();
    return ok();
  }
  Result<void> end() {
    HZ_TRY(flush(0));
    return incoming_.append(sum_.end().bytes());
  }

 private:
  IncomingPack& incoming_;
  RunningSum sum_;
  std::string bytes_;
};

class Repacking {
 public:
  Repacking(MergePlan plan, std::string folder) : plan_(std::move(plan)), folder_(std::move(folder)) {}

  Result<Repacked> run() {
    result_.dropped = plan_.dropped();
    if (plan_.is_one_of_them || (plan_.sources.empty() && plan_.alone.empty())) {
      drop();
      return result_;
    }
    if (plan_.objects > 0) {
      HZ_TRY_ASSIGN(const std::string index, copy());
      HZ_TRY(check(index));
      result_.objects = plan_.objects;
    }
    for (const MergePlan::Source& source : plan_.sources) remove(*source.pack);
    remove_loose(plan_.loose_leaving);
    remove_loose(plan_.loose_dropped);
    return result_;
  }

 private:
  /// Nothing is to be merged: only what holds nothing that stays goes.
  void drop() {
    for (const MergePlan::Source& source : plan_.sources) {
      if (source.dropped == source.pack->index().count()) remove(*source.pack);
    }
    remove_loose(plan_.loose_dropped);
  }

  Result<std::string> copy() {
    HZ_TRY_ASSIGN(IncomingPack incoming, IncomingPack::open(folder_));
    PackStream stream(incoming, static_cast<std::uint32_t>(plan_.objects));
    for (const MergePlan::Source& source : plan_.sources) HZ_TRY(copy_pack(source, stream));
    for (const LooseFile& file : plan_.alone) HZ_TRY(copy_loose(file, stream));
    HZ_TRY(stream.end());
    return incoming.finish();
  }

  /// An entry that is whole is copied as it stands; one that git made a delta of becomes whole.
  Result<void> copy_pack(const MergePlan::Source& source, PackStream& stream) {
    const PackFile& pack = *source.pack;
    EntryReader reader = pack.reader(object_bytes_max);
    for (const MergePlan::Piece& piece : source.pieces) {
      const bool inside = piece.from < piece.to && piece.to <= pack.bytes().size();
      const std::string_view entry =
          inside ? pack.bytes().substr(piece.from, piece.to - piece.from) : std::string_view();
      const auto header = parse_entry_header(entry);
      if (!header) return cannot_copy(source.name(piece.index), pack.path());
      if (!header->is_delta()) {
        stream.bytes() += entry;
      } else {
        const auto object = reader.read(piece.from);
        if (!object) return cannot_copy(source.name(piece.index), pack.path());
        append_entry(object->kind, object->bytes, deflater_, stream.bytes());
      }
      pack.forget(piece.from, entry.size());
      HZ_TRY(stream.flush(chunk_bytes));
    }
    return ok();
  }

  Result<void> copy_loose(const LooseFile& file, PackStream& stream) {
    HZ_TRY_ASSIGN(const MappedFile mapped, MappedFile::open(file.path));
    const auto object = read_loose(mapped.bytes(), object_bytes_max, inflater_, inflated_);
    if (!object) return cannot_copy(file.id, file.path);
    for (const EntryKind kind : {EntryKind::commit, EntryKind::tree, EntryKind::blob, EntryKind::tag}) {
      if (object->kind == to_text(kind)) append_entry(kind, object->bytes, deflater_, stream.bytes());
    }
    return stream.flush(chunk_bytes);
  }

  /// The new index was made of what the new pack holds, hashed: whatever is missing in it was not what its source
  /// said.
  Result<void> check(const std::string& index) const {
    HZ_TRY_ASSIGN(const auto made, PackFile::open(index));
    for (const MergePlan::Source& source : plan_.sources) {
      for (const MergePlan::Piece& piece : source.pieces) {
        const Oid id = source.name(piece.index);
        if (!made->index().find(id)) return refuse(*made, id, source.pack->path());
      }
    }
    for (const LooseFile& file : plan_.alone) {
      if (!made->index().find(file.id)) return refuse(*made, file.id, file.path);
    }
    return ok();
  }

  static Error refuse(const PackFile& made, const Oid& id, const std::string& where) {
    remove_files(made.path());
    return cannot_copy(id, where);
  }

  void remove(const PackFile& pack) { result_.packs += remove_files(pack.path()) ? 1U : 0U; }

  /// The pack goes first: an index alone is passed over by readers and cleared away later, a pack alone never is.
  static bool remove_files(const std::string& pack) {
    const bool removed = remove_file(pack);
    for (const char* const suffix : {".idx", ".rev", ".bitmap", ".mtimes"})
      remove_file(fs::path(pack).replace_extension(suffix).string());
    return removed;
  }

  void remove_loose(const std::vector<LooseFile>& files) {
    for (const LooseFile& file : files) result_.loose += remove_file(file.path) ? 1U : 0U;
  }

  static bool remove_file(const std::string& path) {
    std::error_code ignored;
    return fs::remove(path, ignored);
  }

  MergePlan plan_;
  std::string folder_;  ///< objects/pack
  Repacked result_;
  Deflater deflater_;
  Inflater inflater_;
  Bytes inflated_;
};

Result<std::vector<Oid>> tips_of(const Repository& repository) {
  std::vector<Oid> tips;
  HZ_TRY_ASSIGN(const std::vector<std::string> names, repository.refs("refs/"));
  for (const std::string& name : names) {
    HZ_TRY_ASSIGN(const std::optional<Oid> tip, repository.ref(name));
    if (tip) tips.push_back(*tip);
  }
  return tips;
}

/// As one moment has it. Writers of hz hold the lock until a ref leads to what they wrote: what nothing leads to
/// then is nobody's.
Result<MergePlan> plan(Repository& repository, Unreachable unreachable) {
  HZ_TRY_ASSIGN(const WriterLock lock, repository.lock());
  HZ_TRY_ASSIGN(ObjectStore store, ObjectStore::open(repository.objects_folder(), object_bytes_max));
  std::optional<ObjectSet> reached;
  if (unreachable == Unreachable::dropped) {
    HZ_TRY_ASSIGN(const std::vector<Oid> tips, tips_of(repository));
    HZ_TRY_ASSIGN(reached, reachable(store, tips));
  }
  return plan_merge(store, repository.objects_folder(), reached);
}

}  // namespace

Result<Repacked> repack(Repository& repository, Unreachable unreachable) {
  HZ_TRY_ASSIGN(const Descriptor alone, lock_file(repository.objects_folder() + "/../hz.repack.lock"));
  HZ_TRY_ASSIGN(MergePlan merge, plan(repository, unreachable));
  return Repacking(std::move(merge), repository.objects_folder() + "/pack").run();
}

std::size_t count_packs(const std::string& repository) {
  std::size_t count = 0;
  std::error_code fault;
  for (fs::directory_iterator at(repository + "/objects/pack", fault), end; !fault && at != end;
       at.increment(fault)) {
    count += at->path().extension() == ".pack" ? 1U : 0U;
  }
  return count;
}

}  // namespace hz::git
