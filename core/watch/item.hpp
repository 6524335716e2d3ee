// What an input yields: ordered items, each with a fingerprint; a facet is a fingerprint over all of them (W1).
// docs/formats/source.md has the bytes and a worked example.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"

namespace hz {

// Bounds on what one input may bring. Sizes are bytes of UTF-8.
inline constexpr std::size_t input_bytes_max = 10U << 20U;
inline constexpr std::size_t input_items_max = 5000;
inline constexpr std::size_t item_text_max = 64U << 10U;
inline constexpr std::size_t item_title_max = 1024;
inline constexpr std::size_t item_key_max = 512;
inline constexpr std::size_t item_link_max = 2048;
inline constexpr std::size_t item_at_max = 64;

struct Item {
  std::string key;  ///< distinct within the input
  std::string title;
  std::string fingerprint;
  std::optional<std::string> link;
  std::optional<std::string> at;  ///< RFC 3339 where it could be read, else as written
  std::optional<std::string> text;
};

/// What one reading of an input gave.
struct Reading {
  std::vector<Item> items;
  std::vector<std::string> cuts;  ///< each bound that was hit, in words: "5000 of 7312 items kept"
};

/// SHA-256 of canonical {title, link, at, text}, absent members left out: an item's fingerprint where its kind has
/// no bytes of its own. Any bytes will do: what is not UTF-8 counts as repaired.
[[nodiscard]] std::string item_fingerprint(const Item& item);
/// The facet `items`: SHA-256 of the canonical list of [key, fingerprint].
[[nodiscard]] std::string items_facet(const std::vector<Item>& items);
/// The list that the body of source.observed holds: [{fingerprint, key, link?, title}, …], canonical.
[[nodiscard]] std::string observed_list(const std::vector<Item>& items);

/// Brings a reading within the bounds above and notes what was cut; repairs every text to UTF-8 (O4); and makes the
/// keys distinct: the second item with the key `k` is called `k#2`, the third `k#3`, passing over names that are
/// taken. A key that is too long becomes `sha256:` and its digest, a link that is too long is left out: half of one
/// leads astray.
void settle(Reading& reading);

/// An item as an earlier observation remembers it.
struct KnownItem {
  std::string key, title, fingerprint;
  std::optional<std::string> link;
};
/// Nothing if the text is not a list that observed_list() could have written. Members from a newer hz are ignored.
[[nodiscard]] std::optional<std::vector<KnownItem>> parse_observed_list(const std::string& text);

/// New, changed and gone, against what was known. Items keep the order of `now`, those gone the order of `before`.
struct News {
  std::vector<Item> fresh, changed;
  std::vector<KnownItem> gone;
};
/// By key, then by fingerprint. O(items).
[[nodiscard]] News compare(const std::vector<Item>& now, const std::vector<KnownItem>& before);

}  // namespace hz
