// Events for tests of what they mean: a test says what happens in which stream; the pen knows what comes next
// there, and what time it is.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/port/lane.hpp"

namespace hz::test {

class Pen {
 public:
  /// A second after the event before it.
  Placed tell(const std::string& stream, const std::string& type, Json data = Json::object(), bool note = false) {
    stamp.at += Seconds(1);
    return again(stream, type, std::move(data), note);
  }
  /// At the time of the event before it.
  Placed again(const std::string& stream, const std::string& type, Json data = Json::object(), bool note = false) {
    const auto name = StreamName::parse(stream);
    if (!name) throw std::runtime_error("no stream: " + stream);
    Head& head = heads_[*name];
    auto event = seal(stamp, *name, head, {type, std::move(data), note});
    if (!event) throw std::runtime_error(event.error().why);
    head = {event->seq, event->id};
    return {number_++, "events/…", "commit", *std::move(event)};
  }
  /// The seq that the stream's next event will have: the token of a lease that is taken now.
  [[nodiscard]] std::uint64_t next(const std::string& stream) { return heads_[*StreamName::parse(stream)].seq + 1; }

  Stamp stamp{Instant(Millis(1796029330118)), By{"k3v7q2m5x4ba", "ada", "daemon", "0.1.0"}, std::nullopt};

 private:
  std::map<StreamName, Head> heads_;
  std::uint64_t number_ = 0;
};

/// Sealed outside of any chain: what a decoder is given. `changes` are members of the envelope.
[[nodiscard]] inline Sealed sealed(const std::string& stream, const std::string& type, Json data,
                                   const Json& changes = Json::object()) {
  Pen pen;
  Json envelope = Json::parse(pen.tell(stream, type, std::move(data)).event.bytes);
  envelope.update(changes);
  auto event = read_event(canonical(envelope));
  if (!event) throw std::runtime_error(event.error().why);
  return *std::move(event);
}

/// An event of its own, told to a fold.
template <class T>
void tell_fold(typename T::State& state, const Placed& placed) {
  const Sealed& event = placed.event;
  T::apply(state, {T::decode(event), event.id, event.seq, event.at, event.by});
}

}  // namespace hz::test
