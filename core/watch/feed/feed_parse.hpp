// Feeds: RSS 2.0 (and 0.9x, 1.0), Atom (RFC 4287) and JSON Feed 1.x, told apart by their bytes. Entries become
// items in the order of the feed; no link is followed, nothing is resolved against a base, no DTD is read.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/watch/item.hpp"

namespace hz {

/// Unavailable when the bytes are no feed that hz reads; `why` says where ("line 3, column 14: …"). O(bytes), and
/// no recursion that a document could deepen. Items are not settled yet (item.hpp).
[[nodiscard]] Result<Reading> parse_feed(std::string_view bytes);

}  // namespace hz
