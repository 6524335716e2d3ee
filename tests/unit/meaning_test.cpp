// What events mean, judged anew: each rule of core/audit/meaning.cpp, by a story that breaks it and nothing else.
#include "core/audit/meaning.hpp"

#include "core/base/digest.hpp"
#include "core/job/receipt.hpp"
#include "core/job/skips.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

const std::string job = "job/contract:digest";
const std::string the_daemon = "machine/k3v7q2m5x4ba";
const std::string nine = "2026-12-01T09:00:00Z", ten = "2026-12-01T10:00:00Z", eleven = "2026-12-01T11:00:00Z";
const std::string contract_text(64, 'c'), other_text(64, 'd'), facets_now(64, 'f');

std::string memo_for(const Json& receipt) {
  Json inputs = Json::object();
  for (const auto& [name, seen] : receipt.at("inputs").items()) inputs[name] = seen.at("facets");
  return fingerprint({{"contract", receipt.at("contract")}, {"epoch", receipt.at("epoch")}, {"inputs", inputs}});
}

/// Tells a story to the audit and to the lane at once.
class Story {
 public:
  Placed tell(const std::string& stream, const std::string& type, Json data = Json::object()) {
    Placed placed = pen_.tell(stream, type, std::move(data));
    for (const std::string& what : audit_.take(placed)) said_.push_back(std::to_string(placed.number) + " " + what);
    return placed;
  }
  Placed lease(const std::vector<std::string>& slots, const Json& more = Json::object()) {
    token_ = pen_.next(job);
    Json data{{"boot", "b"},
              {"machine", "k3v7q2m5x4ba"},
              {"nonce", std::string(32, '0')},
              {"slots", slots},
              {"ttl_s", 720}};
    data.update(more);
    return tell(job, "lease.acquired", data);
  }
  Placed receipt(const std::string& slot, const Json& changes = Json::object()) {
    Json data{{"as_of", slot},
              {"attempt", 1},
              {"contract", contract_text},
              {"disposition", "rendered"},
              {"epoch", nullptr},
              {"inputs", Json::object()},
              {"key", "contract:digest@" + slot},
              {"slot", slot},
              {"token", token_},
              {"took_ms", 5},
              {"wake", "schedule"}};
    data.update(changes);
    if (!changes.contains("memo")) data["memo"] = memo_for(data);
    return tell(job, "receipt", data);
  }
  Placed release() { return tell(job, "lease.released", {{"token", token_}}); }
  Placed contract(const std::string& fingerprint) {
    return tell("contract/digest", "contract.changed",
                {{"catch_up", "latest"},
                 {"fingerprint", fingerprint},
                 {"from", "2026-12-01T08:00:00.000Z"},
                 {"interval_s", 300},
                 {"schedule", "0 * * * *"},
                 {"tzdata", "2025b"},
                 {"zone", "UTC"}});
  }
  Placed observed(const std::string& facet) {
    return tell("source/file-0000000000000000", "source.observed",
                {{"count", 1},
                 {"cursor", nullptr},
                 {"facets", {{"items", facet}}},
                 {"items", {{"bytes", 9}, {"sha256", std::string(64, 'a')}}},
                 {"kind", "file"}});
  }
  static Json seen(const EventId& observation, const std::string& facet) {
    return {{"notes",
             {{"changed", 0},
              {"facets", {{"items", facet}}},
              {"gone", 0},
              {"new", 1},
              {"observed", observation.str()}}}};
  }
  static Json skipped(const std::string& from, const std::string& to, const std::string& why = "unchanged") {
    return {{{"against", nullptr}, {"count", from == to ? 1 : 2}, {"from", from}, {"to", to}, {"why", why}}};
  }

  /// What contradicts the story, each at its event's number.
  [[nodiscard]] const std::vector<std::string>& contradictions() const { return said_; }
  [[nodiscard]] std::uint64_t token() const { return token_; }
  void clock(Millis by) { pen_.stamp.at += by; }

 private:
  test::Pen pen_;
  MeaningAudit audit_;
  std::vector<std::string> said_;
  std::uint64_t token_ = 0;
};

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("a run in its lease, with its contract, observation and memo key, contradicts nothing") {
  Story story;
  story.contract(contract_text);
  const Placed observation = story.observed(facets_now);
  story.lease({nine, ten});
  story.receipt(nine, {{"inputs", Story::seen(observation.event.id, facets_now)}});
  story.receipt(ten, {{"disposition", "failed"}, {"error", "exit code 1"}});
  story.release();
  CHECK(story.contradictions().empty());
}

TEST_CASE("a receipt lies inside the lease whose token it names") {
  Story story;
  story.lease({nine, ten});
  story.receipt(nine, {{"token", 7}});
  story.release();
  story.receipt(ten);
  CHECK(story.contradictions() == Said{"1 is a receipt outside its lease: token 7 is not open",
                                       "3 is a receipt outside its lease: token 1 is not open"});
}

TEST_CASE("a receipt is of a slot that its lease names, and by hand only in a lease by hand") {
  Story story;
  story.lease({nine});
  story.receipt(ten);
  story.receipt("",
                {{"slot", nullptr}, {"as_of", "2026-12-01T09:00:00.000Z"}, {"key", "contract:digest@manual:1"}});
  story.release();
  story.lease({}, {{"manual", "2026-12-01T09:00:01.000Z"}});
  story.receipt("",
                {{"slot", nullptr}, {"as_of", "2026-12-01T09:00:01.000Z"}, {"key", "contract:digest@manual:2"}});
  CHECK(story.contradictions() == Said{"1 is a receipt of a slot that its lease does not name",
                                       "2 is a receipt by hand in a lease of slots"});
}

TEST_CASE("a lease is taken only when none is open") {
  Story story;
  story.lease({nine});
  story.lease({ten});
  CHECK(story.contradictions() == Said{"1 takes a lease while lease 1 is open"});
}

TEST_CASE("a lease ends once, and only if it is open") {
  Story story;
  story.lease({nine});
  story.tell(job, "lease.lost", {{"token", 1}, {"why", "process gone"}});
  story.release();
  CHECK(story.contradictions() == Said{"2 ends lease 1, which is not open"});
}

TEST_CASE("a key is rendered once") {
  Story story;
  story.lease({nine, ten, eleven});
  story.receipt(nine, {{"key", "digest of today"}});
  story.receipt(ten, {{"key", "digest of today"}});
  story.receipt(eleven, {{"key", "digest of today"}, {"disposition", "failed"}});
  CHECK(story.contradictions() == Said{"2 renders the key digest of today a second time"});
}

TEST_CASE("a slot has one receipt") {
  Story story;
  story.lease({nine});
  story.receipt(nine, {{"disposition", "failed"}});
  story.receipt(nine);
  CHECK(story.contradictions() == Said{"2 is a second receipt of slot " + nine});
}

TEST_CASE("a slot that has a receipt is not skipped, unless because it was rendered") {
  Story story;
  story.lease({nine});
  story.receipt(nine);
  story.release();
  story.tell(job, "job.paused", {{"reason", nullptr}, {"skipped", Story::skipped(nine, nine, "already rendered")}});
  story.tell(job, "job.resumed", {{"skipped", Story::skipped(nine, ten)}});
  CHECK(story.contradictions() == Said{"4 skips slot " + nine + ", which has a receipt"});
}

TEST_CASE("a slot that was skipped has no receipt") {
  Story story;
  story.lease({ten}, {{"skipped", Story::skipped(nine, ten)}});
  story.receipt(ten);
  CHECK(story.contradictions() == Said{"1 is a receipt of slot " + ten + ", which was skipped"});
}

TEST_CASE("a memo key is what its contract, inputs and epoch make it") {
  Story story;
  story.lease({nine, ten});
  story.receipt(nine, {{"memo", std::string(64, '0')}});
  story.receipt(ten, {{"memo", nullptr}});
  CHECK(story.contradictions() == Said{"1 has a memo key that its contract, inputs and epoch do not make"});
}

TEST_CASE("an observation that a receipt names is before it in the lane, with the same facets") {
  Story story;
  const Placed observation = story.observed(facets_now);
  story.lease({nine, ten});
  story.receipt(nine, {{"inputs", Story::seen(EventId{std::string(64, '1')}, facets_now)}});
  story.receipt(ten, {{"inputs", Story::seen(observation.event.id, other_text)}});
  CHECK(story.contradictions() == Said{"2 names an observation of input notes that is not before it in the lane",
                                       "3 tells other facets of input notes than the observation that it names"});
}

TEST_CASE("a run renders the contract that was the newest when it began, even if it was edited meanwhile") {
  Story story;
  story.contract(contract_text);
  story.lease({nine});
  story.contract(other_text);
  story.receipt(nine);
  story.release();
  story.lease({ten});
  story.receipt(ten);
  CHECK(story.contradictions() == Said{"6 ran a contract that is not the newest one known when it began"});
}

TEST_CASE("pauses and resumes alternate, of a job and of a daemon") {
  Story story;
  story.tell(job, "job.resumed");
  story.tell(job, "job.paused", {{"reason", nullptr}});
  story.tell(job, "job.paused", {{"reason", nullptr}});
  story.tell(the_daemon, "daemon.resumed");
  story.tell(the_daemon, "daemon.paused", {{"reason", nullptr}});
  story.tell(the_daemon, "daemon.paused", {{"reason", nullptr}});
  CHECK(story.contradictions() == Said{"0 resumes a job that is not paused", "2 pauses a job that is paused",
                                       "3 resumes a daemon that is not paused",
                                       "5 pauses a daemon that is paused"});
}

TEST_CASE("times in a lane never decrease, across its streams") {
  Story story;
  story.tell(job, "job.paused", {{"reason", nullptr}});
  story.clock(Millis{-5000});
  story.tell(the_daemon, "daemon.paused", {{"reason", nullptr}});
  CHECK(story.contradictions() == Said{"1 is older than the event before it in the lane"});
}

TEST_CASE("what this hz does not understand contradicts nothing") {
  Story story;
  story.tell(job, "lease.renamed", {{"token", 9}});
  story.tell(job, "receipt", {{"disposition", "awaiting"}});
  story.tell("weather/berlin", "rain.fell");
  CHECK(story.contradictions().empty());
}

TEST_CASE("the bodies that an event names are found wherever they stand in its data") {
  test::Pen pen;
  const Json body{{"bytes", 97}, {"sha256", std::string(64, 'a')}};
  const Json draft{{"bytes", 5}, {"media", "text/plain"}, {"sha256", std::string(64, 'b')}, {"title", "T"}};
  const Placed placed =
      pen.tell(job, "receipt",
               {{"draft", draft}, {"list", {1, {{"deep", body}}}}, {"no", {{"bytes", 1}, {"sha256", "short"}}}});
  const std::vector<BodyRef> expected{{5, std::string(64, 'b')}, {97, std::string(64, 'a')}};
  CHECK(bodies_named_by(placed.event) == expected);
}
