// Schedules: any text is parsed or refused with a whole error; slots ascend, and every way to ask for them agrees.
#include "core/job/cron.hpp"
#include "heads/host/zones.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

const std::vector<std::shared_ptr<const Zone>>& zones() {
  static const std::vector<std::shared_ptr<const Zone>> loaded = [] {
    std::vector<std::shared_ptr<const Zone>> list;
    const auto database = make_system_zones({});
    for (const char* name : {"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
                             "Pacific/Apia", "America/Nuuk"}) {
      if (auto zone = database->load(name)) list.push_back(*std::move(zone));
    }
    return list;
  }();
  return loaded;
}

void check(const Cron& cron, const Zone& zone, Instant from) {
  const Instant to = from + std::chrono::hours{60};
  const auto slots = cron.slots(zone, from, to);
  HZ_INVARIANT(slots.size() <= 60U * 61U, "there is at most one slot a minute");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    HZ_INVARIANT(slots[i] > from && slots[i] <= to, "a slot lies within what was asked");
    HZ_INVARIANT(i == 0 || slots[i - 1] < slots[i], "slots ascend");
  }
  const auto newest = cron.newest(zone, from, to);
  HZ_INVARIANT(newest.has_value() == !slots.empty() && (slots.empty() || *newest == slots.back()),
               "the newest slot is the last one");
  HZ_INVARIANT(cron.count(zone, from, to) == slots.size(), "slots are counted as they are listed");
  const auto next = cron.next(zone, from);
  HZ_INVARIANT(slots.empty() || (next && *next == slots.front()), "the next slot is the first one");
  HZ_INVARIANT(!next || *next > from, "the next slot is after the moment");
  const auto few = cron.slots(zone, from, to, 3);
  HZ_INVARIANT(
      few.size() == std::min<std::size_t>(3, slots.size()) && std::equal(few.begin(), few.end(), slots.begin()),
      "a limit gives the oldest");
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  const Zone& zone = *zones().at(choose(bytes, zones().size()));
  // Any hour from 1970 on for 85 years, where offsets change often.
  const auto hour = choose(bytes, 256) * 2900 + choose(bytes, 256) * 12 + choose(bytes, 256);
  const auto cron = Cron::parse(bytes);
  if (!cron) {
    const Error& error = cron.error();
    HZ_INVARIANT(error.kind == ErrorKind::config && !error.what.empty() && !error.fix.empty(),
                 "a refusal is whole");
    return;
  }
  const auto again = Cron::parse(cron->text());
  HZ_INVARIANT(again && again->text() == cron->text(), "a schedule's text is parsed to the same schedule");
  check(*cron, zone, Instant{std::chrono::hours{hour}});
}

}  // namespace hz
