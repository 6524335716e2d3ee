// Lanes and bodies that break one promise each, on purpose: they show that the contract's checks notice.
#pragma once

#include <string>
#include <vector>

#include "tests/support/lane_contract.hpp"

namespace hz::test {

enum class Breach {
  invents_events,
  loses_append,
  is_not_shared,
  rewrites_bytes,
  reorders,
  halves_commits,
  numbers_from_one,
  accepts_stale_tip,
  accepts_any_chain,
  accepts_any_bytes,
  accepts_older,
  grows_views,
  replays_from_start,
  finds_oldest_key,
  takes_short_prefixes,
  forgets_the_present,
  ignores_named_past,
  lets_all_win,
  loses_bodies,
  forgets_on_second_keep,
  mixes_months,
};

struct BrokenPromise {
  Breach breach;
  std::string check;  ///< the check that must notice
};
/// One for each check of the contract.
[[nodiscard]] const std::vector<BrokenPromise>& broken_promises();

[[nodiscard]] std::unique_ptr<LaneWorld> make_broken_world(Breach breach);

}  // namespace hz::test
