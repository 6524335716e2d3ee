// What an input yields: ordered items, each with a fingerprint; a facet is a fingerprint over all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"

namespace hz {

inline constexpr std::size_t input_bytes_max = 10U << 20U;
inline constexpr std::size_t input_items_max = 5000;
inline constexpr std::size_t item_text_max = 64U << 10U;

struct Item {
  std::string key;    ///< distinct within the input
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

/// SHA-256 of canonical {title, link, at, text}, absent members left out: an item's fingerprint where its kind has no
/// bytes of its own.
[[nodiscard]] std::string item_fingerprint(const Item& item);
/// The facet `items`: SHA-256 of the canonical list of [key, fingerprint].
[[nodiscard]] std::string items_facet(const std::vector<Item>& items);
/// The list that the body of source.observed holds: [{fingerprint, key, link?, title}, …], canonical.
[[nodiscard]] std::string observed_list(const std::vector<Item>& items);

/// An item as an earlier observation remembers it.
struct KnownItem {
  std::string key, title, fingerprint;
  std::optional<std::string> link;
};
[[nodiscard]] std::optional<std::vector<KnownItem>> parse_observed_list(const std::string& text);

/// New, changed and gone, against what was known.
struct News {
  std::vector<Item> fresh, changed;
  std::vector<KnownItem> gone;
};
[[nodiscard]] News compare(const std::vector<Item>& now, const std::vector<KnownItem>& before);

}  // namespace hz
