// The completions of the shells: each script asks `hz system complete`, so that it never ages with hz.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hz::cli {

/// bash, fish, zsh
[[nodiscard]] std::vector<std::string> shells();
/// The script, to be sourced or put where the shell looks for it; empty for a shell that is not known.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace hz::cli
