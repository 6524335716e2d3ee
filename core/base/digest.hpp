// SHA-256 (FIPS 180-4), always written as 64 lower-case hex digits.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.hpp"

namespace hz {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// SHA-256 of the canonical form of a value: what fingerprints and keys are made of.
[[nodiscard]] std::string fingerprint(const Json& value);
/// 64 lower-case hex digits.
[[nodiscard]] bool is_sha256_hex(std::string_view text);

}  // namespace hz
