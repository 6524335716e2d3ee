// A ref read from the repository's files alone: no libgit2 is started, no pack is opened (an idle tick and a status
// cost what this costs).
#pragma once

#include <optional>
#include <string>

#include "ledger/git/oid.hpp"

namespace hz::git {

/// The commit that `name` ("refs/heads/…") names in the bare repository at `path`, from its own file or from
/// packed-refs. Nothing when neither tells: then Repository::ref says whether there is none, or what is wrong with
/// it.
[[nodiscard]] std::optional<Oid> read_ref_file(const std::string& path, const std::string& name);

}  // namespace hz::git
