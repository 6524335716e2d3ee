// How an Error reads. Core builds errors from data as it is; escaping happens here, once, where they are shown.
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "core/base/result.hpp"

namespace hz {

/// {"error": {kind, what, why, kept, fix}}; all five are always there, texts as they are but for bytes that are not
/// UTF-8.
[[nodiscard]] Json to_json(const Error& error);

/// As people read it, every field escaped for display, empty fields left out, the lines of a longer field indented
/// under it; ends with a line break:
///
///     Error: the receipt chain of job "digest" breaks at receipt 41f0c2e
///       Its previous receipt, 9ab13d7, is missing.
///       Job "digest" did not run; other jobs did. Nothing was repaired.
///       Next: hz doctor
[[nodiscard]] std::string to_text(const Error& error);

}  // namespace hz
