// What becomes of slots that were missed (D7).
#pragma once

#include <optional>
#include <string_view>

namespace hz {

enum class CatchUp {
  latest,  ///< the newest missed slot runs, older ones are superseded
  all,     ///< every missed slot runs, at most 100 a tick, oldest first
  skip,    ///< only a slot within the last interval runs, an older one is recorded as skipped
};

[[nodiscard]] inline std::string_view to_text(CatchUp value) {
  switch (value) {
    case CatchUp::latest:
      return "latest";
    case CatchUp::all:
      return "all";
    case CatchUp::skip:
      return "skip";
  }
  return "latest";
}

[[nodiscard]] inline std::optional<CatchUp> parse_catch_up(std::string_view text) {
  for (const CatchUp value : {CatchUp::latest, CatchUp::all, CatchUp::skip}) {
    if (text == to_text(value)) return value;
  }
  return std::nullopt;
}

}  // namespace hz
