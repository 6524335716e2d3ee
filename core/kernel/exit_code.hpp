// What an outcome means to the caller of the program: one table for every head.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace hz {

inline constexpr int exit_done = 0;
inline constexpr int exit_not_well = 1;

/// 1 not well, 2 usage, 3 config, 4 environment, 5 unavailable, 6 conflict, 7 damaged, 70 internal.
[[nodiscard]] int exit_code(ErrorKind kind);
/// "not_well", "usage", … as `error.kind` of a JSON answer has it.
[[nodiscard]] std::string_view to_text(ErrorKind kind);

struct ExitCode {
  int code = 0;
  std::string_view meaning;  ///< for help
};
/// All of them, ascending.
[[nodiscard]] const std::vector<ExitCode>& exit_codes();

}  // namespace hz
