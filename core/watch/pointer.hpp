// JSON Pointer (RFC 6901), parsed once and walked without exceptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace hz {

class JsonPointer {
 public:
  /// "" is the whole document; else "/member/0", with ~1 for "/" and ~0 for "~". Nothing if it is neither.
  [[nodiscard]] static std::optional<JsonPointer> parse(std::string_view text);

  /// The value there, or null if there is none. An index has no leading zeros; "-" is never there.
  [[nodiscard]] const Json* find(const Json& document) const;

 private:
  std::vector<std::string> tokens_;
};

}  // namespace hz
