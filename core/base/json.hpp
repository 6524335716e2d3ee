// JSON values, the strict reader and the canonical form (RFC 8785). The library is nlohmann::json; what it does
// silently and must not (last duplicate wins, deep nesting overflows the stack, numbers beyond 2^53) is refused
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.hpp"

namespace hz {

using Json = nlohmann::json;

/// Why a text is refused. The names are those of the cases (fixtures/cases/jcs.json).
enum class JsonFault { syntax, duplicate_key, lone_surrogate, invalid_utf8, number_range, too_deep, too_long };
[[nodiscard]] std::string_view to_text(JsonFault fault);

struct JsonLimits {
  std::size_t max_bytes = 16U << 20U;
  std::size_t max_depth = 512;
  bool integers_only = false;  ///< refuse any number that is not an integer within ±2^53
};

struct JsonRefusal {
  JsonFault fault = JsonFault::syntax;
  std::size_t offset = 0;  ///< byte at which it was noticed
  std::string detail;
};

/// Reads exactly one JSON value (RFC 8259, I-JSON): UTF-8 without a byte-order mark, no duplicate members, no lone
/// surrogates. O(bytes).
[[nodiscard]] std::variant<Json, JsonRefusal> read_json(std::string_view text, const JsonLimits& limits = {});
/// The same as a Result; the error is ErrorKind::damaged and names `origin`.
[[nodiscard]] Result<Json> parse_json(std::string_view text, std::string_view origin,
                                      const JsonLimits& limits = {});

/// An integer within ±2^53: what hz writes itself, and what every reader of JSON takes for the same number.
[[nodiscard]] bool is_exact_integer(const Json& value);

/// RFC 8785. The value must have come from read_json or be built of valid UTF-8 and finite numbers; anything else
/// is a bug and ends the process.
[[nodiscard]] std::string canonical(const Json& value);

// Members by type: nothing when absent, null or of another type. For decoding what was verified already.
[[nodiscard]] const Json* member(const Json& object, std::string_view name);
[[nodiscard]] std::optional<std::string> text_at(const Json& object, std::string_view name);
[[nodiscard]] std::optional<std::int64_t> integer_at(const Json& object, std::string_view name);
[[nodiscard]] std::optional<bool> flag_at(const Json& object, std::string_view name);

}  // namespace hz
