// The receipt as data: what is written is what is read.
#include "core/job/receipt.hpp"

#include "tests/support/catch.hpp"

namespace {

using namespace hz;

Receipt full() {
  Receipt receipt;
  receipt.disposition = Disposition::rendered;
  receipt.slot = parse_slot("2026-12-01T09:00:00Z");
  receipt.as_of = *receipt.slot;
  receipt.key = slot_key(JobName{"contract:digest"}, *receipt.slot);
  receipt.wake = "schedule";
  receipt.token = 4;
  receipt.attempt = 2;
  receipt.contract = std::string(64, 'c');
  receipt.inputs = {{"news", {EventId{std::string(64, '1')}, {{"items", std::string(64, 'f')}}, 3, 2, 1}}};
  receipt.epoch = "2026-12-01T09:00:00Z";
  receipt.memo = std::string(64, 'e');
  receipt.against = EventId{std::string(64, '2')};
  receipt.draft = DraftRef{{97, std::string(64, 'd')}, "text/markdown", "News", 12};
  receipt.runner_kind = "outline";
  receipt.runner_on = "laptop";
  receipt.cost_micro_usd = 1200;
  receipt.took = Millis{42};
  return receipt;
}

Json without(Json data, const std::string& name) {
  data.erase(name);
  return data;
}

Json with(Json data, const std::string& name, Json value) {
  data[name] = std::move(value);
  return data;
}

}  // namespace

TEST_CASE("a receipt reads back as what was written, of every disposition") {
  const Json rendered = full().to_json();
  CHECK(Receipt::from_json(rendered)->to_json() == rendered);
  Receipt failed = full();
  failed.disposition = Disposition::failed;
  failed.draft.reset();
  failed.error = "exit code 3";
  failed.output = BodyRef{5, std::string(64, '7')};
  CHECK(Receipt::from_json(failed.to_json())->to_json() == failed.to_json());
  Receipt manual = full();
  manual.slot.reset();
  manual.as_of = *parse_instant("2026-12-01T09:00:00.118Z");
  manual.key = manual_key(JobName{"contract:digest"}, manual.as_of);
  manual.wake = "manual";
  manual.memo.reset();
  manual.epoch.reset();
  manual.cost_micro_usd.reset();
  const Json data = manual.to_json();
  CHECK(Receipt::from_json(data)->to_json() == data);
  CHECK(data.at("slot").is_null());
  CHECK(data.at("as_of") == "2026-12-01T09:00:00.118Z");
  CHECK(Receipt::from_json(with(rendered, "disposition", "skipped"))->disposition == Disposition::skipped);
}

TEST_CASE("keys by slot and by hand are two spaces, of one job") {
  const JobName job{"contract:digest"};
  CHECK(slot_key(job, *parse_slot("2026-12-01T09:00:00Z")) == "contract:digest@2026-12-01T09:00:00Z");
  CHECK(manual_key(job, *parse_instant("2026-12-01T09:00:00.118Z")) == "contract:digest@manual:1796115600118");
}

TEST_CASE("a receipt without what every receipt has is none") {
  const Json data = full().to_json();
  for (const char* name : {"disposition", "as_of", "key", "token"})
    CHECK_FALSE(Receipt::from_json(without(data, name)));
  CHECK_FALSE(Receipt::from_json(with(data, "disposition", "awaiting")));
  CHECK_FALSE(Receipt::from_json(with(data, "as_of", "soon")));
  CHECK_FALSE(Receipt::from_json(with(data, "slot", "soon")));
  CHECK_FALSE(Receipt::from_json(with(data, "token", "4")));
  CHECK_FALSE(Receipt::from_json(with(data, "inputs", {{"news", {{"observed", "x"}}}})));
  CHECK_FALSE(
      Receipt::from_json(with(data, "inputs", {{"news", {{"observed", "x"}, {"facets", {{"items", 1}}}}}})));
}

TEST_CASE("members that this hz does not know are passed over, and those it can do without may be missing") {
  const Json data = full().to_json();
  CHECK(Receipt::from_json(with(data, "mood", "fine"))->to_json() == data);
  for (const char* name : {"attempt", "against", "contract", "cost", "draft", "epoch", "inputs", "memo", "runner",
                           "slot", "took_ms", "wake"}) {
    CHECK(Receipt::from_json(without(data, name)));
  }
}
