// A ref and the format, read from the repository's files alone: no libgit2 is started, no pack is opened (an idle
// tick and a status cost what this costs).
#pragma once

#include <optional>
#include <string>

#include "ledger/git/oid.hpp"

namespace hz::git {

/// The commit that `name` ("refs/heads/…") names in the bare repository at `path`, from its own file or from
/// packed-refs. Nothing when neither tells: then Repository::ref says whether there is none, or what is wrong with
/// it.
[[nodiscard]] std::optional<Oid> read_ref_file(const std::string& path, const std::string& name);

/// The config of the repository at `path` says hz.ledger = 1, in the words in which hz wrote it. False for anything
/// else: then Repository::open says whether it is a ledger, and what it takes to write it (L14).
[[nodiscard]] bool is_known_ledger(const std::string& path);

}  // namespace hz::git
