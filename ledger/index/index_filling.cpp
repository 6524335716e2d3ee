#include "ledger/index/index_filling.hpp"

#include "core/base/hex.hpp"
#include "core/event/mentions.hpp"

namespace hz::index {

IndexFilling::IndexFilling(sqlite::Database& database, std::string ref)
    : database_(database), ref_(std::move(ref)) {
  if (auto known = find_lane(database_, ref_)) {
    lane_ = *std::move(known);
  } else {
    make_lane();
  }
}

void IndexFilling::make_lane() {
  sqlite::Query(database_, "INSERT INTO lanes (ref, count, at) VALUES (?, 0, 0)").with(ref_).run();
  lane_ = {database_.last_row(), {}};
}

void IndexFilling::clear() {
  const std::int64_t first = place_of(lane_.row, 0);
  const std::int64_t last = place_of(lane_.row, lane_events_max - 1);
  sqlite::Query(database_, "DELETE FROM mentions WHERE place BETWEEN ? AND ?").with(first).with(last).run();
  sqlite::Query(database_, "DELETE FROM events WHERE place BETWEEN ? AND ?").with(first).with(last).run();
  sqlite::Query(database_, "DELETE FROM snapshots WHERE stream IN (SELECT id FROM streams WHERE lane = ?)")
      .with(lane_.row)
      .run();
  sqlite::Query(database_, "DELETE FROM streams WHERE lane = ?").with(lane_.row).run();
  sqlite::Query(database_, "DELETE FROM damages WHERE lane = ?").with(lane_.row).run();
  sqlite::Query(database_, "DELETE FROM commits WHERE lane = ?").with(lane_.row).run();
  sqlite::Query(database_, "DELETE FROM lanes WHERE id = ?").with(lane_.row).run();
  streams_.clear();
  make_lane();
}

void IndexFilling::add(ArrivedCommit commit) {
  for (const Arrival& arrival : commit.events) add_event(arrival);
  lane_.end = {commit.id, commit.tree, lane_.end.count + commit.events.size(), commit.at};
  sqlite::Query(database_, "INSERT INTO commits (lane, past, id, at) VALUES (?, ?, ?, ?)")
      .with(lane_.row)
      .with(static_cast<std::int64_t>(lane_.end.count))
      .with_blob(commit.id.bytes())
      .with(commit.at.time_since_epoch().count())
      .run();
}

IndexFilling::Stream& IndexFilling::stream_of(const Arrival& arrival) {
  const auto [found, is_new] = streams_.try_emplace(arrival.stream);
  Stream& stream = found->second;
  if (!is_new) return stream;
  const std::string name = arrival.stream.str();
  sqlite::Query known(database_, "SELECT id, seq, head, damaged FROM streams WHERE lane = ? AND name = ?");
  if (known.with(lane_.row).with(name).next()) {
    stream.row = known.integer(0);
    stream.head.seq = static_cast<std::uint64_t>(known.integer(1));
    if (!known.is_null(2)) stream.head.id = EventId(to_hex(known.bytes(2)));
    stream.damaged = known.integer(3) != 0;
    return stream;
  }
  sqlite::Query(database_, "INSERT INTO streams (lane, name, first, seq, damaged) VALUES (?, ?, ?, 0, 0)")
      .with(lane_.row)
      .with(name)
      .with(static_cast<std::int64_t>(arrival.number))
      .run();
  stream.row = database_.last_row();
  return stream;
}

void IndexFilling::add_event(const Arrival& arrival) {
  Stream& stream = stream_of(arrival);
  if (stream.damaged) return leave_out(stream, arrival);
  const std::string fault = fault_of(arrival, stream.head);
  if (fault.empty()) return add_whole(stream, arrival, std::get<Sealed>(arrival.event));
  stream.damaged = stream.changed = true;
  leave_out(stream, arrival);
  sqlite::Query(database_, "INSERT INTO damages (lane, number, stream, seq, id, what) VALUES (?, ?, ?, ?, ?, ?)")
      .with(lane_.row)
      .with(static_cast<std::int64_t>(arrival.number))
      .with(arrival.stream.str())
      .with(static_cast<std::int64_t>(arrival.seq))
      .with_blob(to_bytes(arrival.id.str()))
      .with(fault)
      .run();
}

void IndexFilling::add_whole(Stream& stream, const Arrival& arrival, const Sealed& event) {
  const std::int64_t place = place_of(lane_.row, arrival.number);
  add_mentions(place, event.data);
  sqlite::Query row(database_,
                    "INSERT INTO events (place, stream, seq, type, id, bytes, key) VALUES (?, ?, ?, ?, ?, ?, ?)");
  row.with(place).with(stream.row).with(static_cast<std::int64_t>(event.seq)).with(event.type);
  row.with_blob(to_bytes(event.id.str())).with_blob(event.bytes);
  if (const auto key = text_at(event.data, "key"))
    row.with(*key);
  else
    row.with_null();
  row.run();
  stream.head = {event.seq, event.id};
  stream.changed = true;
}

void IndexFilling::leave_out(const Stream& stream, const Arrival& arrival) {
  sqlite::Query(database_, "INSERT INTO events (place, stream, id) VALUES (?, ?, ?)")
      .with(place_of(lane_.row, arrival.number))
      .with(stream.row)
      .with_blob(to_bytes(arrival.id.str()))
      .run();
}

void IndexFilling::add_mentions(std::int64_t place, const Json& data) {
  for (const EventId& named : mentions(data)) {
    // Digests of other things look like ids; those of events are kept.
    sqlite::Query known(database_, "SELECT 1 FROM events WHERE id = ?");
    if (!known.with_blob(to_bytes(named.str())).next()) continue;
    sqlite::Query(database_, "INSERT OR IGNORE INTO mentions (named, place) VALUES (?, ?)")
        .with(short_of(named))
        .with(place)
        .run();
  }
}

void IndexFilling::finish() {
  for (const auto& [name, stream] : streams_) {
    if (!stream.changed) continue;
    sqlite::Query row(database_, "UPDATE streams SET seq = ?, damaged = ?, head = ? WHERE id = ?");
    row.with(static_cast<std::int64_t>(stream.head.seq)).with(stream.damaged ? 1 : 0);
    if (stream.head.id)
      row.with_blob(to_bytes(stream.head.id->str()));
    else
      row.with_null();
    row.with(stream.row).run();
  }
  const LaneEnd& end = lane_.end;
  sqlite::Query row(database_, "UPDATE lanes SET count = ?, at = ?, tip = ?, tree = ? WHERE id = ?");
  row.with(static_cast<std::int64_t>(end.count)).with(end.newest_at.time_since_epoch().count());
  if (end.commit && end.tree)
    row.with_blob(end.commit->bytes()).with_blob(end.tree->bytes());
  else
    row.with_null().with_null();
  row.with(lane_.row).run();
}

}  // namespace hz::index
