#include "ledger/index/lane_rows.hpp"

#include "core/base/hex.hpp"
#include "ledger/lane/moment.hpp"
#include "ledger/lane/prefix.hpp"

namespace hz::index {
namespace {

constexpr std::size_t event_id_size = 32;

Instant instant_of(std::int64_t milliseconds) {
  return Instant(Millis(milliseconds));
}

/// A row of commits: past, id, at.
LaneEnd end_at(const sqlite::Query& commit) {
  return {git::Oid::from_bytes(commit.bytes(1)), std::nullopt, static_cast<std::uint64_t>(commit.integer(0)),
          instant_of(commit.integer(2))};
}

Result<LaneEnd> end_before(sqlite::Database& database, const KnownLane& lane, Instant time) {
  sqlite::Query last(database,
                     "SELECT past, id, at FROM commits WHERE lane = ? AND at <= ? ORDER BY past DESC LIMIT 1");
  if (last.with(lane.row).with(time.time_since_epoch().count()).next()) return end_at(last);
  sqlite::Query first(database, "SELECT at FROM commits WHERE lane = ? ORDER BY past LIMIT 1");
  const bool any = first.with(lane.row).next();
  return nothing_by(time, any ? std::optional(instant_of(first.integer(0))) : std::nullopt);
}

Result<LaneEnd> end_before(sqlite::Database& database, const KnownLane& lane, const AtCommit& commit) {
  HZ_TRY(check_prefix("a commit", commit.prefix));
  const IdRange range = range_of(commit.prefix, git::Oid::size);
  sqlite::Query query(database, "SELECT past, id, at FROM commits WHERE id BETWEEN ? AND ? AND lane = ? LIMIT 2");
  query.with_blob(range.first).with_blob(range.last).with(lane.row);
  if (!query.next()) return unknown_prefix("a commit", commit.prefix);
  LaneEnd end = end_at(query);
  if (query.next()) return ambiguous_prefix("a commit", commit.prefix);
  return end;
}

Result<LaneEnd> end_before(sqlite::Database& database, const KnownLane& lane, const AtEvent& event) {
  HZ_TRY(check_prefix("an event", event.prefix));
  const IdRange range = range_of(event.prefix, event_id_size);
  // The sign keeps SQLite from going by the place, which would be all events.
  sqlite::Query query(database,
                      "SELECT place FROM events WHERE id BETWEEN ? AND ? AND +place BETWEEN ? AND ? LIMIT 2");
  query.with_blob(range.first).with_blob(range.last);
  query.with(place_of(lane.row, 0)).with(place_of(lane.row, lane_events_max - 1));
  if (!query.next()) return unknown_prefix("an event", event.prefix);
  const std::uint64_t number = number_of(query.integer(0));
  if (query.next()) return ambiguous_prefix("an event", event.prefix);
  sqlite::Query holds(database,
                      "SELECT past, id, at FROM commits WHERE lane = ? AND past > ? ORDER BY past LIMIT 1");
  if (!holds.with(lane.row).with(static_cast<std::int64_t>(number)).next())
    throw sqlite::Failure::corruption("an event has no commit");
  return end_at(holds);
}

}  // namespace

std::optional<KnownLane> find_lane(sqlite::Database& database, const std::string& ref) {
  sqlite::Query query(database, "SELECT id, tip, tree, count, at FROM lanes WHERE ref = ?");
  if (!query.with(ref).next()) return std::nullopt;
  return KnownLane{query.integer(0),
                   {git::Oid::from_bytes(query.bytes(1)), git::Oid::from_bytes(query.bytes(2)),
                    static_cast<std::uint64_t>(query.integer(3)), instant_of(query.integer(4))}};
}

Result<LaneEnd> end_as_of(sqlite::Database& database, const KnownLane& lane, const Moment& moment) {
  return std::visit([&](const auto& when) { return end_before(database, lane, when); }, moment);
}

std::string commit_of(sqlite::Database& database, LaneRow lane, std::uint64_t number) {
  sqlite::Query query(database, "SELECT id FROM commits WHERE lane = ? AND past > ? ORDER BY past LIMIT 1");
  if (!query.with(lane).with(static_cast<std::int64_t>(number)).next())
    throw sqlite::Failure::corruption("an event has no commit");
  return to_hex(query.bytes(0));
}

IdRange range_of(std::string_view prefix, std::size_t bytes) {
  if (prefix.size() > 2 * bytes) return {"no id", ""};
  IdRange range{std::string(prefix), std::string(prefix)};
  range.first.resize(2 * bytes, '0');
  range.last.resize(2 * bytes, 'f');
  return {to_bytes(range.first), to_bytes(range.last)};
}

}  // namespace hz::index
