// The gist of an event: as much of it as the story needs (meaning.hpp), and small, because an audit meets events in
// the order in which a disk holds them and judges them in the order of their lane. A receipt of 700 bytes keeps 50.
// There are two ways to it: through the decoders of the streams, which say what an event means, and through the
// scan, fast and for the most frequent types only. tests/unit/gist_test.cpp holds the second against the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/sha256.hpp"
#include "core/event/body.hpp"
#include "core/event/event.hpp"
#include "core/event/event_scan.hpp"

namespace hz {

struct Gist {
  enum class Kind : unsigned char {
    other,  ///< nothing but bodies: not understood, or nothing that the story looks at
    lease_acquired,
    lease_ended,
    receipt,
    job_paused,
    job_resumed,
    daemon_paused,
    daemon_resumed,
    contract_changed,
    source_observed,
  };
  struct Input {
    std::string_view name, observed;  ///< `observed` as packed_name() makes it
    std::string_view facets;          ///< canonical text
  };
  struct Body {
    Digest sha256;
    std::uint64_t bytes = 0;
  };
  struct Skip {
    Slot from{}, to{};
  };

  Kind kind = Kind::other;
  bool manual = false;        ///< lease_acquired
  bool rendered = false;      ///< receipt
  bool memo_wrong = false;    ///< receipt: its memo key is not what its parts make it
  std::uint64_t token = 0;    ///< lease_ended, receipt
  std::optional<Slot> slot;   ///< receipt
  std::string_view key;       ///< receipt; empty: "<job>@<slot>"
  std::string_view contract;  ///< receipt, contract_changed: a fingerprint, as packed_name() makes it
  std::string_view facets;    ///< source_observed: canonical text
  std::vector<Slot> slots;    ///< lease_acquired
  std::vector<Skip> skipped;  ///< but for those that are skipped because they have a receipt
  std::vector<Input> inputs;  ///< receipt
  std::vector<Body> bodies;   ///< wherever they stand in the event's data

  void clear();
};

/// A name with half of its bytes if it is the hex of a digest. Different names stay different.
[[nodiscard]] std::string packed_name(std::string_view name);

/// Appends the gist to `out`. Its names are given as they are, and packed on the way.
void write_gist(const Gist& gist, std::string& out);
/// What write_gist() wrote; it points into `bytes`.
void read_gist(std::string_view bytes, Gist& gist);

/// By way of the streams' decoders.
void append_gist(const Sealed& event, std::string& out);
/// The same, by way of the scan, whose values are those of the event; `bytes` are read again when it has nothing
/// faster. Pure: for several threads at once.
void append_gist(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event, std::string& out);

/// The bodies that an event names, wherever they stand in its data.
[[nodiscard]] std::vector<BodyRef> bodies_named_by(const Sealed& event);

}  // namespace hz
