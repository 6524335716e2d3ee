// Feeds of any format: items within bounds, or a reason.
#include "core/watch/feed/feed_parse.hpp"
#include "tests/fuzz/reading_checks.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  auto reading = parse_feed(bytes);
  if (reading) return check_reading(*std::move(reading));
  check_refusal(reading.error());
}

}  // namespace hz
