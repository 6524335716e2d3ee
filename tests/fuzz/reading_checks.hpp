// What holds for every reading of an input, whatever it was read from.
#pragma once

#include <set>
#include <string>

#include "core/base/text.hpp"
#include "core/watch/item.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz::fuzz {

inline void check_reading(Reading reading) {
  settle(reading);
  HZ_INVARIANT(reading.items.size() <= input_items_max, "items are bounded");
  std::set<std::string> keys;
  for (const Item& item : reading.items) {
    HZ_INVARIANT(keys.insert(item.key).second, "keys are distinct");
    HZ_INVARIANT(item.key.size() <= item_key_max && item.title.size() <= item_title_max, "names are bounded");
    HZ_INVARIANT(item.link.value_or("").size() <= item_link_max && item.at.value_or("").size() <= item_at_max &&
                     item.text.value_or("").size() <= item_text_max,
                 "texts are bounded");
    HZ_INVARIANT(
        is_utf8(item.key + item.title + item.link.value_or("") + item.at.value_or("") + item.text.value_or("")),
        "texts are UTF-8");
  }
  const auto known = parse_observed_list(observed_list(reading.items));
  HZ_INVARIANT(known && known->size() == reading.items.size(), "a list of items is read again");
  const News news = compare(reading.items, *known);
  HZ_INVARIANT(news.fresh.empty() && news.changed.empty() && news.gone.empty(), "what was just seen is not news");
}

/// A refusal is for a person: it has its reason.
inline void check_refusal(const Error& error) {
  HZ_INVARIANT(error.kind == ErrorKind::unavailable && !error.why.empty(), "a refusal has its reason");
}

}  // namespace hz::fuzz
