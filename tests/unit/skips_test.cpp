// Slots that were left out before any lease, and the file in which they wait.
#include "core/job/skips.hpp"

#include "tests/support/catch.hpp"

namespace {

using namespace hz;

Slot at(int hour) {
  return *parse_slot("2026-12-01T" + std::string(hour < 10 ? "0" : "") + std::to_string(hour) + ":00:00Z");
}

const EventId receipt{std::string(64, 'a')};

}  // namespace

TEST_CASE("a skip grows the last range when reason and receipt are the same, and begins another when not") {
  SkipRanges ranges;
  add_skip(ranges, at(9), "unchanged", receipt);
  add_skip(ranges, at(10), "unchanged", receipt);
  add_skip(ranges, at(11), "already rendered", receipt);
  add_skip(ranges, at(12), "already rendered", std::nullopt);
  add_skip(ranges, at(8), "already rendered", std::nullopt);
  const SkipRanges expected{{at(9), at(10), 2, "unchanged", receipt},
                            {at(11), at(11), 1, "already rendered", receipt},
                            {at(12), at(12), 1, "already rendered", std::nullopt},
                            {at(8), at(8), 1, "already rendered", std::nullopt}};
  CHECK(ranges == expected);
}

TEST_CASE("the file of a job's skips reads back as what was written") {
  const SkipRanges ranges{{at(9), at(10), 2, "unchanged", receipt},
                          {at(11), at(11), 1, "older than an interval", std::nullopt}};
  const std::string file = skips_file(JobName{"contract:digest"}, ranges);
  CHECK(
      file ==
      R"({"job":"contract:digest","ranges":[{"against":")" + std::string(64, 'a') +
          R"(","count":2,"from":"2026-12-01T09:00:00Z","to":"2026-12-01T10:00:00Z","why":"unchanged"},)"
          R"({"against":null,"count":1,"from":"2026-12-01T11:00:00Z","to":"2026-12-01T11:00:00Z","why":"older than an interval"}],"v":1})");
  CHECK(parse_skips_file(file) == std::optional{ranges});
}

TEST_CASE("bytes that are not a file of skips are none, and each of them costs its slots one more look") {
  const std::string range =
      R"({"against":null,"count":1,"from":"2026-12-01T09:00:00Z","to":"2026-12-01T09:00:00Z","why":"unchanged"})";
  const auto file = [](const std::string& inside) { return R"({"job":"j","ranges":[)" + inside + R"(],"v":1})"; };
  CHECK(parse_skips_file(file(range)));
  CHECK(parse_skips_file(file("")));
  const std::string whole = file(range);
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_FALSE(parse_skips_file(whole.substr(0, length)));
  CHECK_FALSE(parse_skips_file(R"({"job":"j","ranges":[],"v":2})"));
  CHECK_FALSE(parse_skips_file(R"({"job":"j","ranges":{},"v":1})"));
  CHECK_FALSE(parse_skips_file(R"([])"));
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{R"("count":1)", R"("count":0)"},
                                                        {R"("count":1)", R"("count":"1")"},
                                                        {R"("to":"2026)", R"("to":"2025)"},
                                                        {R"("from":"2026-12)", R"("from":"2026-13)"}}) {
    std::string bad = range;
    bad.replace(bad.find(from), from.size(), to);
    CHECK_FALSE(parse_skips_file(file(bad)));
  }
}

TEST_CASE("ranges that the ledger tells already are dropped; one that goes beyond its newest slot is kept whole") {
  const SkipRanges ranges{{at(8), at(9), 2, "unchanged", receipt}, {at(10), at(12), 3, "unchanged", receipt}};
  CHECK(still_pending(ranges, std::nullopt) == ranges);
  CHECK(still_pending(ranges, at(8)) == ranges);
  CHECK(still_pending(ranges, at(9)) == SkipRanges{ranges[1]});
  CHECK(still_pending(ranges, at(11)) == SkipRanges{ranges[1]});
  CHECK(still_pending(ranges, at(12)).empty());
}
