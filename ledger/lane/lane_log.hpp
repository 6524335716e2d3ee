// A lane in memory, as far as it was read: it only grows, like the lane itself, so every View is a prefix of one
// log and an append never copies what was there.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/port/lane.hpp"
#include "ledger/lane/arrival.hpp"

namespace hz {

class LaneLog {
 public:
  struct Mark {
    std::string commit;
    std::uint64_t end = 0;  ///< events up to and with this commit
    Instant at{};           ///< of its events
  };
  struct Stream {
    std::vector<std::uint64_t> numbers;  ///< of its verified events: that of seq s is numbers[s - 1]
    std::optional<Damage> damage;        ///< what stopped it
    Head head;
  };
  using Key = std::tuple<StreamName, std::string, std::string>;  ///< stream, type, data's "key"

  /// Numbers go on from count(). Each event is checked against its trailer and its stream's chain; the first that
  /// fails stops its stream, and what follows in that stream is left out.
  void add_commit(std::string commit, Instant at, std::vector<Arrival> arrivals);

  [[nodiscard]] Tip tip() const;
  [[nodiscard]] std::uint64_t count() const { return events_.size(); }
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }
  /// Nothing where the event was left out. O(1).
  [[nodiscard]] const std::optional<Placed>& event(std::uint64_t number) const { return events_[number]; }
  [[nodiscard]] const std::map<StreamName, Stream>& streams() const { return streams_; }
  [[nodiscard]] const std::vector<Damage>& damages() const { return damages_; }
  /// All numbers by id, of events that were left out too: as their trailers say.
  [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>>& ids() const { return ids_; }
  [[nodiscard]] const std::map<Key, std::vector<std::uint64_t>>& keyed() const { return keyed_; }

 private:
  void add(const std::string& commit, Arrival arrival);

  std::deque<std::optional<Placed>> events_;
  std::vector<Mark> marks_;
  std::map<StreamName, Stream> streams_;
  std::vector<Damage> damages_;
  std::map<std::string, std::uint64_t, std::less<>> ids_;
  std::map<Key, std::vector<std::uint64_t>> keyed_;
};

}  // namespace hz
