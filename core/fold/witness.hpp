// state/witness.json: the tip and count that each lane had after this machine's last append. A lane that does not
// descend from it was moved back or rewritten (L16, B5).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/port/auditor.hpp"
#include "core/port/files.hpp"

namespace hz {

[[nodiscard]] std::string witness_file(const Witness& witness);
[[nodiscard]] std::optional<Witness> parse_witness(std::string_view bytes);

/// Empty when there is none yet. Damaged error when the file is there and is not a witness.
[[nodiscard]] Result<Witness> read_witness(const StateFiles& state);
/// A damaged witness does not stop the machine (fault P1), nor is it rebuilt silently: it is kept beside the new
/// one.
[[nodiscard]] Result<void> remember(StateFiles& state, const std::string& ref, const Tip& tip);
[[nodiscard]] Result<bool> witness_was_damaged(const StateFiles& state);

}  // namespace hz
