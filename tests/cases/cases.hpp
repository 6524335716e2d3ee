// hz-cases: the tables under fixtures/cases, run against the real code. One function a kind.
#pragma once

#include "core/base/json.hpp"

namespace hz::cases {

struct Tally {
  int passed = 0, failed = 0;
};

/// Each prints one line per failing case and counts.
[[nodiscard]] Tally run_cron(const Json& file);
[[nodiscard]] Tally run_catchup(const Json& file);
[[nodiscard]] Tally run_jcs(const Json& file);
[[nodiscard]] Tally run_ref(const Json& file);

}  // namespace hz::cases
