// The outline runner: a digest that needs no program and no model. Pure: the same inputs give the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/runner/input_news.hpp"

namespace hz {

inline constexpr std::size_t outline_list_max = 50;          ///< items shown of each list
inline constexpr std::size_t outline_text_max = 200;         ///< characters of a text, and of a title
inline constexpr std::size_t outline_bytes_max = 1U << 20U;  ///< then whole lines are left out, and it says so

struct OutlineRequest {
  std::string title;
  std::string slot;  ///< in the job's zone, as people read it: "2026-11-30 10:00"
  std::vector<InputNews> inputs;
};

/// Markdown (CommonMark):
///
///     # News digest
///
///     _2026-11-30 10:00 · 2 new, 0 changed, 0 gone_
///
///     ## news
///
///     ### New
///
///     - [River path reopens](https://example.org/n2) — 2026-11-29: first 200 characters
///     - …and 12 more
///
/// Inputs and lists without news are left out. Nothing from an item can become markup: it is escaped, and only
/// http, https and mailto links are linked. A line in italics below an input's heading names each bound that was
/// hit.
[[nodiscard]] std::string render_outline(const OutlineRequest& request);

}  // namespace hz
