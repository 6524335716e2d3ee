// The gist by way of the scan is held against the gist by way of the decoders, over events as hz writes them and
// with every member changed.
#include "core/audit/gist.hpp"

#include <random>
#include <sstream>

#include "core/base/digest.hpp"
#include "core/job/receipt.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

std::string decoded(const std::string& bytes) {
  std::string kept;
  append_gist(*read_event(bytes), kept);
  return kept;
}

/// Nothing if the scan does not vouch for the event.
std::optional<std::string> scanned(const std::string& bytes) {
  CanonicalScan scan;
  ScannedEvent event;
  if (!scan_event(bytes, scan, event)) return std::nullopt;
  std::string kept;
  append_gist(bytes, scan, event, kept);
  return kept;
}

const std::string nine = "2026-12-01T09:00:00Z";

Json receipt() {
  return {{"against", std::string(64, '1')},
          {"as_of", nine},
          {"attempt", 1},
          {"contract", std::string(64, 'c')},
          {"cost", nullptr},
          {"disposition", "rendered"},
          {"draft", {{"bytes", 97}, {"media", "text/markdown"}, {"sha256", std::string(64, 'a')}, {"title", "T"}}},
          {"epoch", nine},
          {"inputs",
           {{"feed",
             {{"changed", 0},
              {"facets", {{"items", std::string(64, 'f')}}},
              {"gone", 0},
              {"new", 1},
              {"observed", std::string(64, '2')}}}}},
          {"key", "contract:digest@" + nine},
          {"memo", std::string(64, 'e')},
          {"output", {{"bytes", 5}, {"sha256", std::string(64, 'b')}}},
          {"slot", nine},
          {"token", 7},
          {"took_ms", 12},
          {"wake", "schedule"}};
}

Json lease() {
  return {{"boot", "b"},
          {"machine", "k3v7q2m5x4ba"},
          {"nonce", std::string(32, '0')},
          {"slots", {nine, "2026-12-01T10:00:00Z"}},
          {"skipped", {{{"against", nullptr}, {"count", 1}, {"from", nine}, {"to", nine}, {"why", "unchanged"}}}},
          {"ttl_s", 720}};
}

struct Shape {
  std::string stream, type;
  Json data;
};

std::vector<Shape> shapes() {
  const std::string job = "job/contract:digest";
  return {{job, "receipt", receipt()},
          {job, "lease.acquired", lease()},
          {job, "lease.released", {{"token", 7}}},
          {job, "lease.lost", {{"token", 7}, {"why", "gone"}}},
          {job, "job.paused", {{"reason", {{"bytes", 1}, {"sha256", std::string(64, 'd')}}}}},
          {job, "job.resumed", {{"skipped", lease()["skipped"]}}},
          {"machine/k3v7q2m5x4ba", "daemon.paused", {{"reason", nullptr}}},
          {"machine/k3v7q2m5x4ba", "daemon.resumed", Json::object()},
          {"source/feed-1",
           "source.observed",
           {{"count", 1},
            {"cursor", nullptr},
            {"facets", {{"items", "x"}}},
            {"items", {{"bytes", 9}, {"sha256", std::string(64, 'a')}}},
            {"kind", "feed"}}},
          {"contract/digest",
           "contract.changed",
           {{"catch_up", "latest"},
            {"fingerprint", std::string(64, 'c')},
            {"from", "2026-12-01T08:00:00.000Z"},
            {"interval_s", 300},
            {"schedule", nullptr},
            {"tzdata", "2025b"},
            {"zone", "UTC"}}},
          {"weather/berlin", "rain.fell", {{"deep", {1, {{"bytes", 3}, {"sha256", std::string(64, '9')}}}}}}};
}

/// Every value in it, to be replaced.
void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (Json& inner : value) collect(inner, all);
}

}  // namespace

TEST_CASE("both ways to a gist are one") {
  std::mt19937 chance(20261201);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same events every time
  const std::vector<Json> others{nullptr,
                                 true,
                                 0,
                                 -1,
                                 7,
                                 "",
                                 "x",
                                 "rendered",
                                 "failed",
                                 nine,
                                 "2026-12-01T09:00:00.000Z",
                                 std::string(64, 'a'),
                                 "a \"quoted\" ü",
                                 Json::array(),
                                 Json::object(),
                                 {{"bytes", 2}, {"sha256", std::string(64, '3')}},
                                 {nine},
                                 "contract:digest@" + nine,
                                 "contract:digest@manual:1"};
  test::Pen pen;
  int fast = 0;
  for (int i = 0; i < 30'000; ++i) {
    const auto all = shapes();
    Shape shape = all[chance() % all.size()];
    for (auto k = chance() % 3; k > 0; --k) {
      std::vector<Json*> values;
      collect(shape.data, values);
      Json* const value = values[chance() % values.size()];
      if (value->is_object() && !value->empty() && chance() % 2 == 0)
        value->erase(std::next(value->begin(), static_cast<std::ptrdiff_t>(chance() % value->size())));
      else if (value != &shape.data)
        *value = others[chance() % others.size()];
    }
    Json envelope = Json::parse(pen.tell(shape.stream, shape.type, shape.data).event.bytes);
    if (chance() % 20 == 0) envelope["v"] = 2;
    const std::string bytes = canonical(envelope);
    const auto by_scan = scanned(bytes);
    if (!by_scan) continue;
    ++fast;
    INFO(bytes);
    REQUIRE(*by_scan == decoded(bytes));
  }
  CHECK(fast > 25'000);
}

TEST_CASE("the gists of real events are small, and both ways are one") {
  std::istringstream lines(test::read_fixture("worked-example/events.jsonl"));
  std::size_t bytes = 0;
  std::size_t kept = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string gist = decoded(line);
    CHECK(scanned(line) == gist);
    bytes += line.size();
    kept += gist.size();
  }
  CHECK(kept * 5 < bytes);
}

TEST_CASE("a memo key that its parts do not make is told by both ways, one that they make by neither") {
  Json data = receipt();
  data["memo"] = fingerprint({{"contract", data["contract"]},
                              {"epoch", data["epoch"]},
                              {"inputs", {{"feed", data["inputs"]["feed"]["facets"]}}}});
  test::Pen pen;
  Gist gist;
  for (const bool wrong : {false, true}) {
    if (wrong) data["epoch"] = nullptr;
    const std::string bytes = pen.tell("job/contract:digest", "receipt", data).event.bytes;
    const std::string kept = decoded(bytes);
    CHECK(scanned(bytes) == kept);
    read_gist(kept, gist);
    CHECK(gist.memo_wrong == wrong);
    CHECK(gist.key.empty());
    CHECK(gist.slot == parse_slot(nine));
    CHECK(gist.bodies.size() == 2);
  }
}
