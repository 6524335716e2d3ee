#include "ledger/index/index_view.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/hex.hpp"
#include "core/event/mentions.hpp"
#include "ledger/index/selection.hpp"
#include "ledger/lane/memory_view.hpp"
#include "ledger/lane/prefix.hpp"

namespace hz::index {
namespace {

constexpr std::size_t id_size = 32;

std::int64_t number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

IndexView::IndexView(std::shared_ptr<sqlite::Database> database, LaneRow lane, LaneEnd end,
                     IndexStore::ReadPlainly read_plainly)
    : database_(std::move(database)),
      lane_(lane),
      tip_(end.tip()),
      newest_at_(end.newest_at),
      read_plainly_(std::move(read_plainly)),
      damages_(read_damages()) {}

IndexView::~IndexView() {
  database_->end_reading();
}

template <class ByIndex, class Plainly>
auto IndexView::answer(ByIndex by_index, Plainly plainly) const {
  if (!plain_) {
    try {
      database_->begin_reading();
      check_lane();
      return by_index();
    } catch (const sqlite::Failure&) {  // The lane itself knows.
    }
  }
  return plainly();
}

Result<const View*> IndexView::plain() const {
  if (!plain_) {
    HZ_TRY_ASSIGN(plain_, read_plainly_(tip_));
  }
  return plain_.get();
}

const View& IndexView::plain_or_throw() const {
  const auto view = plain();
  if (!view) throw std::runtime_error(view.error().what + ": " + view.error().why);
  return **view;
}

/// Rows of a lane that was read anew belong to another lane row; this one is gone then.
void IndexView::check_lane() const {
  sqlite::Query query(*database_, "SELECT 1 FROM lanes WHERE id = ?");
  if (!query.with(lane_).next()) throw sqlite::Failure::corruption("the lane was read anew");
}

std::optional<std::int64_t> IndexView::row_of(const StreamName& stream) const {
  sqlite::Query query(*database_, "SELECT id FROM streams WHERE lane = ? AND name = ?");
  if (!query.with(lane_).with(stream.str()).next()) return std::nullopt;
  return query.integer(0);
}

Placed IndexView::placed(std::int64_t place, std::string_view bytes) const {
  auto event = read_event(bytes);
  if (!event) throw sqlite::Failure::corruption("an event is not what it was");
  const std::uint64_t lane_number = number_of(place);
  std::string file = event_file(lane_number, event->id);
  return {lane_number, std::move(file), commit_of(*database_, lane_, lane_number), *std::move(event)};
}

Placed IndexView::at(std::int64_t place) const {
  sqlite::Query query(*database_, "SELECT bytes FROM events WHERE place = ?");
  if (!query.with(place).next()) throw sqlite::Failure::corruption("an event is gone");
  return placed(place, query.bytes(0));
}

std::vector<Damage> IndexView::read_damages() const {
  std::vector<Damage> damages;
  sqlite::Query query(*database_,
                      "SELECT number, stream, seq, id, what FROM damages WHERE lane = ? AND number < ?");
  query.with(lane_).with(number(tip_.count));
  while (query.next()) {
    Damage damage;
    damage.number = static_cast<std::uint64_t>(query.integer(0));
    damage.stream = StreamName::parse(query.bytes(1)).value_or(StreamName{});
    damage.seq = static_cast<std::uint64_t>(query.integer(2));
    damage.id = to_hex(query.bytes(3));
    damage.what = query.bytes(4);
    damage.file = event_file(damage.number, EventId(damage.id));
    damage.commit = commit_of(*database_, lane_, damage.number);
    damages.push_back(std::move(damage));
  }
  return damages;
}

const Damage* IndexView::damage_of(const StreamName& stream) const {
  const auto found =
      std::find_if(damages_.begin(), damages_.end(), [&](const Damage& damage) { return damage.stream == stream; });
  return found == damages_.end() ? nullptr : &*found;
}

std::vector<StreamName> IndexView::indexed_streams() const {
  std::vector<StreamName> names;
  sqlite::Query query(*database_, "SELECT name FROM streams WHERE lane = ? AND first < ?");
  query.with(lane_).with(number(tip_.count));
  while (query.next()) names.push_back(StreamName::parse(query.bytes(0)).value_or(StreamName{}));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<StreamName> IndexView::streams() const {
  return answer([&] { return indexed_streams(); }, [&] { return plain_or_throw().streams(); });
}

Head IndexView::indexed_head(const StreamName& stream) const {
  const auto row = row_of(stream);
  if (!row) return {};
  sqlite::Query query(
      *database_,
      "SELECT seq, id FROM events WHERE stream = ? AND seq > 0 AND place < ? ORDER BY seq DESC LIMIT 1");
  if (!query.with(*row).with(past_place()).next()) return {};
  return {static_cast<std::uint64_t>(query.integer(0)), EventId(to_hex(query.bytes(1)))};
}

Head IndexView::head(const StreamName& stream) const {
  return answer([&] { return indexed_head(stream); }, [&] { return plain_or_throw().head(stream); });
}

Result<void> IndexView::replay(const StreamName& stream, std::uint64_t after_seq, const Visit& visit) const {
  std::uint64_t seen = after_seq;
  const auto by_index = [&]() -> Result<void> {
    if (const auto row = row_of(stream)) {
      sqlite::Query query(
          *database_,
          "SELECT place, bytes, seq FROM events WHERE stream = ? AND seq > ? AND place < ? ORDER BY seq");
      query.with(*row).with(number(after_seq)).with(past_place());
      while (query.next()) {
        const Placed next = placed(query.integer(0), query.bytes(1));
        seen = next.event.seq;
        visit(next);
      }
    }
    const Damage* const damage = damage_of(stream);
    return damage == nullptr ? ok() : Result<void>(to_error(*damage));
  };
  return answer(by_index, [&]() -> Result<void> {
    HZ_TRY_ASSIGN(const View* const view, plain());
    return view->replay(stream, seen, visit);  // what the index told already is not told again
  });
}

std::optional<Placed> IndexView::newest_with_key(const StreamName& stream, const std::string& type,
                                                 const std::string& key) const {
  const auto by_index = [&]() -> std::optional<Placed> {
    const auto row = row_of(stream);
    if (!row) return std::nullopt;
    sqlite::Query query(*database_,
                        "SELECT place, bytes FROM events WHERE stream = ? AND type = ? AND key = ? AND place < ? "
                        "ORDER BY place DESC LIMIT 1");
    if (!query.with(*row).with(type).with(key).with(past_place()).next()) return std::nullopt;
    return placed(query.integer(0), query.bytes(1));
  };
  return answer(by_index, [&] { return plain_or_throw().newest_with_key(stream, type, key); });
}

Result<Placed> IndexView::indexed_find(std::string_view id_prefix) const {
  HZ_TRY(check_prefix("an event", id_prefix));
  const IdRange range = range_of(id_prefix, id_size);
  // The signs keep SQLite from going by the place, which would be all events.
  sqlite::Query query(
      *database_,
      "SELECT place, bytes FROM events WHERE id BETWEEN ? AND ? AND +place >= ? AND +place < ? LIMIT 2");
  query.with_blob(range.first).with_blob(range.last).with(first_place()).with(past_place());
  if (!query.next()) return unknown_prefix("an event", id_prefix);
  const std::int64_t place = query.integer(0);
  const bool left_out = query.is_null(1);
  const std::string bytes{query.bytes(1)};
  if (query.next()) return ambiguous_prefix("an event", id_prefix);
  if (!left_out) return placed(place, bytes);
  for (const Damage& damage : damages_) {
    if (damage.number == number_of(place)) return to_error(damage);
  }
  return after_damage(id_prefix);
}

Result<Placed> IndexView::find(std::string_view id_prefix) const {
  return answer([&] { return indexed_find(id_prefix); },
                [&]() -> Result<Placed> {
                  HZ_TRY_ASSIGN(const View* const view, plain());
                  return view->find(id_prefix);
                });
}

void IndexView::for_each(const Visit& visit) const {
  std::int64_t next = first_place();
  const auto by_index = [&] {
    sqlite::Query query(
        *database_,
        "SELECT place, bytes FROM events WHERE place >= ? AND place < ? AND bytes IS NOT NULL ORDER BY place");
    query.with(next).with(past_place());
    while (query.next()) {
      const Placed event = placed(query.integer(0), query.bytes(1));
      next = query.integer(0) + 1;
      visit(event);
    }
  };
  answer(by_index, [&] {
    plain_or_throw().for_each([&](const Placed& event) {
      if (place_of(lane_, event.number) >= next) visit(event);
    });
  });
}

Selected IndexView::indexed_select(const Selection& selection) const {
  const std::vector<StreamName>& names = selection.streams;
  std::vector<std::int64_t> rows;
  for (const StreamName& name : names) {
    if (const auto row = row_of(name)) rows.push_back(*row);
  }
  const Span span{first_place_since(*database_, lane_, selection.since), past_place()};
  const Places found = names.empty() ? newest_of_lane(*database_, span, selection.type, selection.most)
                                     : newest_of_streams(*database_, rows, span, selection.type, selection.most);
  Selected selected{{}, found.matched};
  for (const std::int64_t place : found.newest) selected.events.push_back(at(place));
  return selected;
}

Selected IndexView::select(const Selection& selection) const {
  return answer([&] { return indexed_select(selection); }, [&] { return plain_or_throw().select(selection); });
}

std::vector<Placed> IndexView::naming(const EventId& id) const {
  const auto by_index = [&] {
    std::vector<Placed> found;
    sqlite::Query query(*database_,
                        "SELECT place FROM mentions WHERE named = ? AND place >= ? AND place < ? ORDER BY place");
    query.with(short_of(id)).with(first_place()).with(past_place());
    while (query.next()) {
      Placed event = at(query.integer(0));
      if (names_event(event.event.data, id)) found.push_back(std::move(event));
    }
    return found;
  };
  return answer(by_index, [&] { return plain_or_throw().naming(id); });
}

std::optional<Snapshot> IndexView::indexed_snapshot(const StreamName& stream, std::string_view fold) const {
  const auto row = row_of(stream);
  if (!row) return std::nullopt;
  sqlite::Query query(*database_, "SELECT seq, head, bytes FROM snapshots WHERE stream = ? AND fold = ?");
  if (!query.with(*row).with(fold).next()) return std::nullopt;
  // A view of the past must not see a fold of what came later; and a fold belongs to one history only.
  sqlite::Query holds(*database_, "SELECT 1 FROM events WHERE stream = ? AND seq = ? AND id = ? AND place < ?");
  if (!holds.with(*row).with(query.integer(0)).with_blob(query.bytes(1)).with(past_place()).next())
    return std::nullopt;
  return Snapshot{{static_cast<std::uint64_t>(query.integer(0)), EventId(to_hex(query.bytes(1)))},
                  std::string(query.bytes(2))};
}

std::optional<Snapshot> IndexView::snapshot(const StreamName& stream, std::string_view fold) const {
  return answer([&] { return indexed_snapshot(stream, fold); }, [] { return std::optional<Snapshot>{}; });
}

void IndexView::keep(const StreamName& stream, std::string_view fold, const Snapshot& snapshot) const {
  if (!snapshot.head.id || !keeps_) return;
  answer(
      [&] {
        const auto row = row_of(stream);
        if (!row) return;
        database_->end_reading();
        sqlite::Query(
            *database_,
            "INSERT INTO snapshots (stream, fold, seq, head, bytes) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO "
            "UPDATE SET seq = excluded.seq, head = excluded.head, bytes = excluded.bytes "
            "WHERE excluded.seq > seq")
            .with(*row)
            .with(fold)
            .with(number(snapshot.head.seq))
            .with_blob(to_bytes(snapshot.head.id->str()))
            .with_blob(snapshot.bytes)
            .run();
      },
      [&] { keeps_ = false; });
}

}  // namespace hz::index
