// The envelope (docs/formats/event.md): one event is one file of canonical JSON, its id the SHA-256 of the file.
// Three gates, in order: bytes → read_event (is it canonical, is it well formed) → decode (what it says) → fold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/event/stream.hpp"

namespace hz {

inline constexpr std::size_t event_bytes_written_max = 64U << 10U;  ///< hz refuses to write more
inline constexpr std::size_t event_bytes_read_max = 1U << 20U;      ///< the reader refuses more
inline constexpr std::size_t event_levels_max = 64;                 ///< of nesting, the envelope being the first
inline constexpr int event_version = 1;

struct By {
  std::string machine, person, via, version;  ///< via: cli, web, mcp, daemon or actions
  bool operator==(const By&) const = default;
};

/// What all events of one batch share. `at` is read once a batch.
struct Stamp {
  Instant at{};
  By by;
  std::optional<std::string> main;  ///< commit of the team's main; nothing in a private ledger
};

/// What decide() wants said. Not yet history: only seal() makes it so.
struct Draft {
  std::string type;
  Json data = Json::object();
  bool note = false;  ///< an older hz may go on writing the stream without understanding this event
};

/// An event as it lies in the ledger. `bytes` are what was hashed; nothing is ever re-serialised.
struct Sealed {
  EventId id;
  StreamName stream;
  std::uint64_t seq = 0;  ///< from 1, without gaps
  std::optional<EventId> prev;
  std::string type;
  int version = event_version;
  bool note = false;
  Instant at{};
  By by;
  std::optional<std::string> main;
  Json data;
  std::string bytes;
};

/// Where the next event of a stream goes.
struct Head {
  std::uint64_t seq = 0;
  std::optional<EventId> id;
};

/// Usage error if the event is larger than hz writes, or holds what no reader would accept: a number that is not an
/// integer within ±2^53, text that is not UTF-8, more levels than event_levels_max.
[[nodiscard]] Result<Sealed> seal(const Stamp& stamp, const StreamName& stream, const Head& head,
                                  const Draft& draft);

/// Verifies form: strict JSON, integers within ±2^53, at most 64 levels and 1 MiB, exactly canonical bytes, all
/// envelope members of the right type. Members it does not know are kept in `bytes` and ignored. Error: damaged,
/// and `why` says which rule ("not canonical", "duplicate member", …).
[[nodiscard]] Result<Sealed> read_event(std::string_view bytes);

/// Follows one stream: does this event come next? Error: damaged, naming what was expected.
class ChainCheck {
 public:
  explicit ChainCheck(StreamName stream, Head head = {}) : stream_(std::move(stream)), head_(std::move(head)) {}
  [[nodiscard]] Result<void> accept(const Sealed& event);
  [[nodiscard]] const Head& head() const { return head_; }

 private:
  StreamName stream_;
  Head head_;
};

}  // namespace hz
