#include <algorithm>

#include "heads/host/clock.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

TEST_CASE("the clock of the boot never goes back, and its boot has a name") {
  const SystemClock clock;
  const Millis first = clock.since_boot();
  CHECK(first > Millis{0});
  CHECK(clock.since_boot() >= first);
  CHECK(clock.boot_id().size() == 36);
  CHECK(clock.boot_id() == SystemClock{}.boot_id());
}

TEST_CASE("entropy is as long as asked, lower-case hex, and never the same twice") {
  SystemEntropy entropy;
  const std::string text = entropy.hex(300);
  CHECK(text.size() == 600);
  CHECK(std::all_of(text.begin(), text.end(),
                    [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }));
  CHECK(entropy.hex(16) != entropy.hex(16));
  CHECK(entropy.hex(0).empty());
}
