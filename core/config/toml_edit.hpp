// Changing one key of a person's TOML file and nothing else: comments, order, blank lines, line ends and the way
// the rest is written stay as they are.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/config/toml_layout.hpp"

namespace hz {

/// `text` with `path` set to `literal`, which is a value as TOML writes it. A key that is there keeps its place; a
/// new one goes into its table, behind a line that has it commented out, else at the table's end; a table that is
/// not there is begun at the end of the file. The result is read again: an internal error, and no text, if anything
/// but that one key came out otherwise. `text` is one that read_toml() takes.
[[nodiscard]] Result<std::string> set_toml(std::string_view text, const TomlPath& path, std::string_view literal);

/// `text` without the key and the lines that it is alone on, read again in the same way; `text` as it is where
/// there is no such key.
[[nodiscard]] Result<std::string> unset_toml(std::string_view text, const TomlPath& path);

/// "…" as a basic string; in single quotes if `like` is written so and that can hold it.
[[nodiscard]] std::string toml_text(std::string_view text, std::string_view like = {});

}  // namespace hz
