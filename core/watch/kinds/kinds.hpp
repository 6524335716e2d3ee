// The kinds of input, and what their files share. A new kind is one file here, a line below, a line in all.cpp.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/watch/input.hpp"

namespace hz {

[[nodiscard]] InputKind command_kind();
[[nodiscard]] InputKind feed_kind();
[[nodiscard]] InputKind file_kind();
[[nodiscard]] InputKind json_kind();

/// Unavailable: input "news" cannot be read. `why` is a sentence.
[[nodiscard]] Error unreadable(const InputSpec& spec, std::string why, std::string fix = "");
/// The same, because of an error that a port gave.
[[nodiscard]] Error unreadable(const InputSpec& spec, const Error& cause);
/// definition.path, as people may see it.
[[nodiscard]] std::string shown_path(const InputSpec& spec);

/// Binds `path`: absolute, "." and ".." resolved in the text (so that equal places are equal sources). Empty, with
/// a problem, if it is absent or cannot be meant.
[[nodiscard]] std::string bind_path(Binder& binder, const std::string& directory);

/// Reads the one file at definition.path whole. Unavailable if it is larger than an input may be: half of a
/// document means something else.
[[nodiscard]] Result<std::string> read_whole_file(const InputSpec& spec, const InputPorts& ports);

/// SHA-256 of bytes that were read; of canonical {bytes, start} if they were `size` in truth: what lies past the
/// bound is not seen, that there is more or less of it still is.
[[nodiscard]] std::string fingerprint_of_bytes(const std::string& read, std::uint64_t size);

/// "line 3, column 14: duplicate member.", of a text that read_json() refused.
[[nodiscard]] std::string refusal_sentence(std::string_view text, const JsonRefusal& refusal);

/// "line 3, column 14" of a byte in a text.
[[nodiscard]] std::string line_and_column(std::string_view text, std::size_t offset);

}  // namespace hz
