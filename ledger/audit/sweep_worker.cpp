#include "ledger/audit/sweep_worker.hpp"

#include <fmt/format.h>

#include "core/event/body_form.hpp"
#include "core/event/event_scan.hpp"

namespace hz {
namespace {

using git::EntryKind;

constexpr std::uint32_t ahead = 4;  ///< entries; what is asked for of them is on its way then
constexpr std::size_t block_bytes = 1U << 20U;
constexpr std::string_view body_begin = R"({"media":")";

}  // namespace

const char* KeptTexts::keep(std::string_view text) {
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < text.size()) {
    blocks_.emplace_back();
    blocks_.back().reserve(std::max(block_bytes, text.size()));
  }
  std::string& block = blocks_.back();
  const std::size_t at = block.size();
  block += text;
  return block.data() + at;
}

void SweepWorker::doubt(const git::Oid& id, std::string_view why) {
  doubt_.raise(fmt::format("object {}: {}", id.shown(), why));
}

git::EntryReader& SweepWorker::reader_of(std::uint32_t pack) {
  if (!reader_ || reader_pack_ != pack) {
    reader_.emplace(list_.pack(pack).pack->reader(swept_bytes_max));
    reader_pack_ = pack;
  }
  return *reader_;
}

/// What was read and will not be again need not stay in memory.
void SweepWorker::forget(const ListedPack& listed, const ObjectPiece& piece) {
  const std::uint64_t first = listed.places[piece.first].offset;
  const std::uint64_t end = listed.end_of(piece.first + piece.count - 1);
  if (first < end && end <= listed.pack->bytes().size()) listed.pack->forget(first, end - first);
}

void SweepWorker::read_commits(const ObjectPiece& piece) {
  if (piece.pack == ObjectPiece::loose) {
    for (std::uint32_t i = piece.first; i < piece.first + piece.count; ++i)
      read_loose(store_.loose()[i], &SweepWorker::take_commit);
    return;
  }
  const ListedPack& listed = list_.pack(piece.pack);
  for (std::uint32_t i = piece.first; i < piece.first + piece.count && !doubt_.raised(); ++i) {
    const auto kind = ObjectList::kind_at(*listed.pack, listed.places[i].offset);
    if (!kind)
      return doubt_.raise(
          fmt::format("{}: there is no entry at byte {}", listed.pack->path(), listed.places[i].offset));
    if (*kind == EntryKind::commit) read_packed(piece, i, *kind, &SweepWorker::take_commit);
  }
  forget(listed, piece);
}

std::size_t SweepWorker::read_events(const ObjectPiece& piece, LaneTable& table, const Judge& judge) {
  table_ = &table;
  judge_ = &judge;
  events_ = 0;
  if (piece.pack == ObjectPiece::loose) {
    for (std::uint32_t i = piece.first; i < piece.first + piece.count; ++i)
      read_loose(store_.loose()[i], &SweepWorker::take_object);
    return events_;
  }
  const ListedPack& listed = list_.pack(piece.pack);
  for (std::uint32_t i = piece.first; i < piece.first + piece.count && !doubt_.raised(); ++i) {
    if (i + ahead < listed.places.size()) listed.pack->index().expect(listed.places[i + ahead].index);
    const auto kind = ObjectList::kind_at(*listed.pack, listed.places[i].offset);
    if (kind == EntryKind::tree && !history_) {
      check_crc(listed, i);
      trees_.push_back(*git::Oid::from_bytes(listed.pack->index().name(listed.places[i].index)));
    } else if (kind == EntryKind::tree || kind == EntryKind::blob) {
      read_packed(piece, i, *kind, &SweepWorker::take_object);
    }
  }
  forget(listed, piece);
  return events_;
}

void SweepWorker::read_packed(const ObjectPiece& piece, std::uint32_t place, EntryKind kind, Take take) {
  const ListedPack& listed = list_.pack(piece.pack);
  const git::PackPlace& at = listed.places[place];
  const auto id = *git::Oid::from_bytes(listed.pack->index().name(at.index));
  git::EntryReader& reader = reader_of(piece.pack);
  const auto object = reader.read(at.offset);
  if (!object && reader.is_too_large()) return check_crc(listed, place);  // nothing of ours
  if (!object) return doubt(id, reader.why());
  if (object->end != listed.end_of(place)) return doubt(id, "bytes lie between it and the next entry");
  if (object->kind != kind || hasher_.name_of(to_text(kind), object->bytes) != id)
    return doubt(id, "its bytes do not hash to its name");
  (this->*take)(id, kind, object->bytes);
}

void SweepWorker::read_loose(const git::LooseFile& file, Take take) {
  const auto mapped = git::MappedFile::open(file.path);
  if (!mapped) return doubt(file.id, mapped.error().why);
  const auto object = git::read_loose(mapped->bytes(), swept_bytes_max, inflater_, loose_);
  if (!object || hasher_.name_of(object->kind, object->bytes) != file.id)
    return doubt(file.id, "its file is damaged");
  for (const EntryKind kind : {EntryKind::commit, EntryKind::tree, EntryKind::blob}) {
    if (object->kind == to_text(kind)) (this->*take)(file.id, kind, object->bytes);
  }
}

/// An entry that is not inflated: its bytes are those that were written.
void SweepWorker::check_crc(const ListedPack& listed, std::uint32_t place) {
  const git::PackPlace& at = listed.places[place];
  const std::uint64_t end = listed.end_of(place);
  if (end <= at.offset || end > listed.pack->bytes().size() ||
      git::crc32_of(listed.pack->bytes().substr(at.offset, end - at.offset)) !=
          listed.pack->index().crc32(at.index)) {
    doubt(*git::Oid::from_bytes(listed.pack->index().name(at.index)), "its bytes in the pack are damaged");
  }
}

void SweepWorker::take_commit(const git::Oid& id, EntryKind kind, std::string_view bytes) {
  if (kind == EntryKind::commit && !commits_.take(id, bytes)) doubt(id, "its bytes are no commit of git");
}

void SweepWorker::take_object(const git::Oid& id, EntryKind kind, std::string_view bytes) {
  if (kind == EntryKind::tree) trees_.push_back(id);
  if (kind != EntryKind::blob) return;
  const Digest sha256 = sha256_.of(bytes);
  const std::uint32_t slot = table_->find(sha256, next_slot_);
  if (slot != EventSlot::none) {
    next_slot_ = slot + 1;
    if (table_->claim(slot)) take_event(id, bytes, table_->slots()[slot]);
  } else if (bytes.starts_with(body_begin) && (scan_body(bytes, scan_) || fault_of_body_form(bytes).empty())) {
    bodies_.push_back({sha256, id, bytes.size()});
  } else {
    ++unreached_blobs_;
  }
}

void SweepWorker::take_event(const git::Oid& id, std::string_view bytes, EventSlot& slot) {
  ScannedEvent event;
  kept_.clear();
  if (scan_event(bytes, scan_, event)) {
    if (!fits(event, slot)) return doubt(id, "the event is not the one that its commit names");
    slot.at = event.at;
    judge_->keep(bytes, scan_, event, kept_);
  } else {  // damaged, or merely rare
    const auto read = read_event(bytes);
    if (!read) return doubt(id, read.error().why);
    event = {read->at,   read->by.machine, read->by.person, read->by.via, read->by.version, nullptr,
             read->note, std::nullopt,     read->seq,       {},           read->type,       read->version};
    const std::string stream = read->stream.str();
    event.stream = stream;
    if (read->prev) event.prev = Digest::from_hex(read->prev->str());
    if (!fits(event, slot)) return doubt(id, "the event is not the one that its commit names");
    slot.at = read->at;
    judge_->keep(*read, kept_);
  }
  slot.blob = id;
  slot.kept = texts_.keep(kept_);
  slot.kept_size = static_cast<std::uint32_t>(kept_.size());
  ++events_;
}

/// What the event says of itself is what the commit says of it, and it follows the event that comes before it.
bool SweepWorker::fits(const ScannedEvent& event, const EventSlot& slot) const {
  const CommitAuthor& author = table_->author_of(slot);
  if (event.stream != table_->stream_text(slot.stream) || event.seq != slot.seq) return false;
  if (event.person != author.person || event.machine != author.machine) return false;
  const std::int64_t seconds = table_->commits()[slot.commit].commit->seconds;
  if (std::chrono::floor<Seconds>(event.at).time_since_epoch().count() != seconds) return false;
  if (slot.before == EventSlot::none) return !event.prev;
  return event.prev == table_->slots()[slot.before].id;
}

}  // namespace hz
