#include "ledger/lane/lane_log.hpp"

#include "core/base/invariant.hpp"

namespace hz {

void LaneLog::add_commit(std::string commit, Instant at, std::vector<Arrival> arrivals) {
  for (Arrival& arrival : arrivals) add(commit, std::move(arrival));
  marks_.push_back({std::move(commit), count(), at});
}

void LaneLog::add(const std::string& commit, Arrival arrival) {
  HZ_INVARIANT(arrival.number == count(), "a lane's numbers have no gaps");
  Stream& stream = streams_[arrival.stream];
  ids_.emplace(arrival.id.str(), arrival.number);
  if (stream.damage) {
    events_.emplace_back();
    return;
  }
  if (std::string fault = fault_of(arrival, stream.head); !fault.empty()) {
    stream.damage = Damage{arrival.stream, arrival.seq,      arrival.number,  arrival.file,
                           commit,         arrival.id.str(), std::move(fault)};
    damages_.push_back(*stream.damage);
    events_.emplace_back();
    return;
  }
  Sealed event = std::get<Sealed>(std::move(arrival.event));
  stream.numbers.push_back(arrival.number);
  stream.head = Head{event.seq, event.id};
  if (const auto key = text_at(event.data, "key"))
    keyed_[Key{event.stream, event.type, *key}].push_back(arrival.number);
  events_.emplace_back(Placed{arrival.number, std::move(arrival.file), commit, std::move(event)});
}

Tip LaneLog::tip() const {
  if (marks_.empty()) return {};
  return {marks_.back().commit, marks_.back().end};
}

}  // namespace hz
