// A Thing is a kind of stream with a pure type: decode (what does this event say), apply (fold, total), decide (may
// this happen? → drafts or a refusal). docs/guide/extending.md shows how to add an event to one.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/event/event.hpp"
#include "core/port/lane.hpp"

namespace hz {

/// A fact that this hz cannot read: a newer version, an unknown type, or members that are not as they should be. It
/// is kept and shown, never guessed at.
struct NotUnderstood {
  std::string type;
  int version = 0;
  std::string why;         ///< "unknown type", "version 2", "no member \"token\""
  std::string written_by;  ///< the hz version that wrote it
  bool note = false;       ///< the stream may be written all the same
};

/// What one event says, with what every fold needs to know of it.
template <class Fact>
struct Told {
  Fact fact;
  EventId id;
  std::uint64_t seq = 0;
  Instant at{};
  By by;
};

template <class T>
concept Thing = requires(typename T::State& state, const typename T::State& now, const Told<typename T::Fact>& told,
                         const typename T::Command& command, const Sealed& raw) {
  // A variant of the facts; one alternative is NotUnderstood. Never an error: verified bytes are history.
  { T::decode(raw) } -> std::same_as<typename T::Fact>;
  // In place, total: no clock, no input, no failure. What contradicts the past goes into state.anomalies.
  { T::apply(state, told) } -> std::same_as<void>;
  { T::decide(now, command) } -> std::same_as<Result<std::vector<Draft>>>;
  requires std::same_as<decltype(T::State::anomalies), std::vector<std::string>>;
};

/// A Thing whose streams grow long has its state written down, so that a chain of years is not folded
/// again. The fold from a snapshot is the fold from the beginning: snapshot_name ends in a version, which moves
/// when what apply() makes of the same events, or what save() writes, does.
template <class T>
concept Snapshotted = Thing<T> && requires(const typename T::State& state, std::string_view bytes) {
  { T::snapshot_name } -> std::convertible_to<std::string_view>;
  // Nothing for a state that is not worth it: an earlier snapshot serves.
  { T::save(state) } -> std::same_as<std::optional<std::string>>;
  // Nothing for bytes that save() did not write.
  { T::load(bytes) } -> std::same_as<std::optional<typename T::State>>;
};

template <Thing T>
struct Folded {
  typename T::State state;
  Head head;
  std::optional<NotUnderstood> blocked;  ///< the first fact that keeps this hz from writing the stream (L14)
};

template <Thing T>
void step(Folded<T>& folded, const Sealed& event) {
  Told<typename T::Fact> told{T::decode(event), event.id, event.seq, event.at, event.by};
  if (const auto* unread = std::get_if<NotUnderstood>(&told.fact); unread && !unread->note && !folded.blocked) {
    folded.blocked = *unread;
  }
  T::apply(folded.state, told);
  folded.head = {event.seq, event.id};
}

/// The stream's state. Error: damaged, when the stream is. O(events of the stream since its last snapshot).
template <Thing T>
[[nodiscard]] Result<Folded<T>> fold(const View& view, const StreamName& stream) {
  Folded<T> folded;
  if constexpr (Snapshotted<T>) {
    const auto kept = view.snapshot(stream, T::snapshot_name);
    auto state = kept ? T::load(kept->bytes) : std::nullopt;
    if (state) folded = {*std::move(state), kept->head, std::nullopt};
  }
  const std::uint64_t begun_at = folded.head.seq;
  HZ_TRY(view.replay(stream, begun_at, [&](const Placed& placed) { step<T>(folded, placed.event); }));
  if constexpr (Snapshotted<T>) {
    if (folded.head.seq > begun_at && !folded.blocked) {
      if (const auto bytes = T::save(folded.state)) view.keep(stream, T::snapshot_name, {folded.head, *bytes});
    }
  }
  return folded;
}

/// The refusal for a stream that this hz does not fully understand.
[[nodiscard]] Error needs_newer_hz(const StreamName& stream, const NotUnderstood& unread);

}  // namespace hz
