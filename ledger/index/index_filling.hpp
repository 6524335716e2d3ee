// New commits of a lane on their way into the index, within one transaction.
#pragma once

#include <map>
#include <string>

#include "ledger/index/lane_rows.hpp"

namespace hz::index {

class IndexFilling final : public LaneStore::Filling {
 public:
  IndexFilling(sqlite::Database& database, std::string ref);

  [[nodiscard]] LaneEnd end() const override { return lane_.end; }
  void clear() override;
  void add(ArrivedCommit commit) override;
  /// Writes down where the lane and its streams stand now. Last of all.
  void finish();

 private:
  struct Stream {
    std::int64_t row = 0;
    Head head;
    bool damaged = false;
    bool changed = false;
  };

  void make_lane();
  [[nodiscard]] Stream& stream_of(const Arrival& arrival);
  void add_event(const Arrival& arrival);
  void add_whole(Stream& stream, const Arrival& arrival, const Sealed& event);
  void leave_out(const Stream& stream, const Arrival& arrival);
  void add_mentions(std::int64_t place, const Json& data);

  sqlite::Database& database_;
  std::string ref_;
  KnownLane lane_;
  std::map<StreamName, Stream> streams_;
};

}  // namespace hz::index
