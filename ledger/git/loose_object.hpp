// A look at a loose object's file before libgit2 reads it: libgit2 1.5 never comes back from one that ends too
// early, and a damaged disk must not make a tick or an audit hang.
#pragma once

#include <cstddef>
#include <string>

namespace hz::git {

/// The file is there and its zlib stream stops before its end. False when there is no such file (the object lies in
/// a pack, or nowhere), when it is whole, or wrong in a way that libgit2 reports. Inflates at most `max_bytes`.
[[nodiscard]] bool ends_too_early(const std::string& file, std::size_t max_bytes);

}  // namespace hz::git
