#include "ledger/index/selection.hpp"

#include <algorithm>
#include <functional>

namespace hz::index {
namespace {

/// Statements that find and that count, with and without a type.
struct Texts {
  std::string_view find, count, find_typed, count_typed;
};

constexpr Texts of_lane{
    "SELECT place FROM events WHERE place >= ? AND place < ? AND seq IS NOT NULL ORDER BY place DESC LIMIT ?",
    "SELECT count(*) FROM events WHERE place >= ? AND place < ? AND seq IS NOT NULL",
    "SELECT place FROM events WHERE type = ? AND seq IS NOT NULL AND place >= ? AND place < ? ORDER BY place DESC "
    "LIMIT ?",
    "SELECT count(*) FROM events WHERE type = ? AND seq IS NOT NULL AND place >= ? AND place < ?"};

constexpr Texts of_stream{
    "SELECT place FROM events WHERE stream = ? AND seq > 0 AND place >= ? AND place < ? ORDER BY seq DESC LIMIT ?",
    "SELECT count(*) FROM events WHERE stream = ? AND seq > 0 AND place >= ? AND place < ?",
    "SELECT place FROM events WHERE stream = ? AND type = ? AND seq IS NOT NULL AND place >= ? AND place < ? "
    "ORDER BY place DESC LIMIT ?",
    "SELECT count(*) FROM events WHERE stream = ? AND type = ? AND seq IS NOT NULL AND place >= ? AND place < ?"};

void collect(sqlite::Database& database, const Texts& texts, const std::int64_t* stream, const Span& span,
             const std::string& type, std::size_t most, Places& found) {
  const auto bind = [&](sqlite::Query& query) {
    if (stream != nullptr) query.with(*stream);
    if (!type.empty()) query.with(type);
    query.with(span.first).with(span.past);
  };
  sqlite::Query newest(database, type.empty() ? texts.find : texts.find_typed);
  bind(newest);
  newest.with(static_cast<std::int64_t>(most));
  while (newest.next()) found.newest.push_back(newest.integer(0));
  sqlite::Query count(database, type.empty() ? texts.count : texts.count_typed);
  bind(count);
  if (count.next()) found.matched += static_cast<std::uint64_t>(count.integer(0));
}

}  // namespace

std::int64_t first_place_since(sqlite::Database& database, LaneRow lane, Instant since) {
  // Times in a lane never decrease, so the events begin where the last earlier commit ends.
  sqlite::Query query(database, "SELECT past FROM commits WHERE lane = ? AND at < ? ORDER BY past DESC LIMIT 1");
  const bool any = query.with(lane).with(since.time_since_epoch().count()).next();
  return place_of(lane, any ? static_cast<std::uint64_t>(query.integer(0)) : 0);
}

Places newest_of_lane(sqlite::Database& database, const Span& span, const std::string& type, std::size_t most) {
  Places found;
  collect(database, of_lane, nullptr, span, type, most, found);
  return found;
}

Places newest_of_streams(sqlite::Database& database, const std::vector<std::int64_t>& streams, const Span& span,
                         const std::string& type, std::size_t most) {
  Places found;
  for (const std::int64_t stream : streams) collect(database, of_stream, &stream, span, type, most, found);
  std::sort(found.newest.begin(), found.newest.end(), std::greater<>());
  if (found.newest.size() > most) found.newest.resize(most);
  return found;
}

}  // namespace hz::index
