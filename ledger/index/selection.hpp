// The newest events of a kind, found by the indices of the events table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "ledger/index/rows.hpp"

namespace hz::index {

/// Places from `first` up to, not with, `past`.
struct Span {
  std::int64_t first = 0, past = 0;
};
struct Places {
  std::vector<std::int64_t> newest;  ///< newest first
  std::uint64_t matched = 0;         ///< all there are
};

/// The place of the first event that is not before `since`.
[[nodiscard]] std::int64_t first_place_since(sqlite::Database& database, LaneRow lane, Instant since);

/// `type`: empty for any.
[[nodiscard]] Places newest_of_lane(sqlite::Database& database, const Span& span, const std::string& type,
                                    std::size_t most);
[[nodiscard]] Places newest_of_streams(sqlite::Database& database, const std::vector<std::int64_t>& streams,
                                       const Span& span, const std::string& type, std::size_t most);

}  // namespace hz::index
