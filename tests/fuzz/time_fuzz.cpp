// Times and durations as they are written.
#include "core/base/time.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  if (const auto instant = parse_instant(bytes))
    HZ_INVARIANT(to_text(*instant) == bytes, "an instant has one form");
  if (const auto slot = parse_slot(bytes)) HZ_INVARIANT(to_text(*slot) == bytes, "a slot has one form");
  if (const auto time = parse_time_of_person(bytes))
    HZ_INVARIANT(parse_instant(to_text(*time)) == time, "a person's time is an instant with a text");
  if (const auto duration = parse_duration(bytes)) {
    HZ_INVARIANT(*duration > Millis{0} && *duration <= longest_duration, "a duration is within its bounds");
    HZ_INVARIANT(parse_duration(to_text(*duration)) == duration, "a duration is written and read again");
  }
}

}  // namespace hz
