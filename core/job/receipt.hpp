// The receipt (D10): what became of one slot of a job, or of one manual run. docs/formats/receipt.md has the
// members.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "core/base/time.hpp"
#include "core/event/body.hpp"
#include "core/event/stream.hpp"

namespace hz {

enum class Disposition { rendered, skipped, failed };
[[nodiscard]] std::string_view to_text(Disposition value);
[[nodiscard]] std::optional<Disposition> parse_disposition(std::string_view text);

/// What a receipt says of one input: which observation it saw, and what was new since the last rendered receipt.
struct InputSeen {
  EventId observed;  ///< the source.observed that was the newest then
  std::map<std::string, std::string> facets;
  std::uint64_t fresh = 0, changed = 0, gone = 0;
  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static std::optional<InputSeen> from_json(const Json& value);
};

struct DraftRef {
  BodyRef body;
  std::string media, title;
  std::uint64_t cut = 0;  ///< bytes of the run's output beyond what is kept
  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static std::optional<DraftRef> from_json(const Json& value);
};

struct Receipt {
  Disposition disposition = Disposition::failed;
  std::optional<Slot> slot;  ///< nothing: a manual run
  Instant as_of{};           ///< the slot, or when the manual run was asked for
  std::string key;           ///< idempotency key: "<job>@<slot>"
  std::string wake;          ///< "schedule", "manual"
  std::uint64_t token = 0;   ///< seq of its lease.acquired
  int attempt = 1;           ///< counts lost runs too
  std::string contract;      ///< fingerprint of the contract's file
  std::map<std::string, InputSeen> inputs;
  std::optional<std::string> epoch, memo;
  std::optional<EventId> against;  ///< the rendered receipt that news were counted from
  std::optional<DraftRef> draft;
  std::string runner_kind, runner_on;
  std::optional<std::int64_t> cost_micro_usd;
  Millis took{};
  std::optional<std::string> error;  ///< failed: in hz's own words
  std::optional<BodyRef> output;  ///< failed: the end of its standard error; skipped: the reason that the run gave

  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static std::optional<Receipt> from_json(const Json& data);
};

/// "contract:digest@2026-11-30T09:00:00Z"
[[nodiscard]] std::string slot_key(const JobName& job, Slot slot);
/// "contract:digest@manual:1764493330118": a key space of its own (D7).
[[nodiscard]] std::string manual_key(const JobName& job, Instant asked);

}  // namespace hz
