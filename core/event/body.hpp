// Bodies (docs/formats/body.md): text from outside or written by people and models lies beside the chain, so that
// it can be erased while the chain stays verifiable. An event holds its size and digest; a salt keeps an erased
// text unguessable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace hz {

/// What an event says of a body: {"bytes":…,"sha256":…}, of the body's file.
struct BodyRef {
  std::uint64_t bytes = 0;
  std::string sha256;
  bool operator==(const BodyRef&) const = default;

  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static std::optional<BodyRef> from_json(const Json& value);
};

struct SealedBody {
  BodyRef ref;
  std::string bytes;  ///< canonical {"media":…,"salt":…,"text":…}
};

struct BodyText {
  std::string media, text;
};

/// `salt`: 32 hex digits of fresh entropy. `text` is repaired to UTF-8 by the caller.
[[nodiscard]] SealedBody seal_body(std::string_view media, std::string_view salt, std::string_view text);
/// Error: damaged, when the bytes are not those that `ref` names or are not a body.
[[nodiscard]] Result<BodyText> read_body(std::string_view bytes, const BodyRef& ref);

/// "66/662a64c5….json"
[[nodiscard]] std::string body_path(const std::string& sha256);
/// The months in which the bodies of an event's time lie: "2026-11".
[[nodiscard]] std::string body_month(Instant at);

}  // namespace hz
