// contract/<name>: the schedule history of a contract.
#include "core/contract/contract_stream.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

const std::string stream = "contract/digest";
const Instant eight = *parse_instant("2026-12-01T08:00:00.000Z"), nine = *parse_instant("2026-12-01T09:00:00.000Z");

ScheduleTerms terms_of(const std::string& schedule, char text = 'a') {
  return {std::string(64, text), schedule, "Europe/Berlin", "2025b", CatchUp::all, Seconds{300}};
}

/// What is seen becomes history; the types that were told.
class Desk {
 public:
  std::vector<std::string> see(const ContractHistory::Command& seen) {
    std::vector<std::string> types;
    const auto drafts = ContractHistory::decide(state, seen);
    for (const Draft& draft : *drafts) {
      types.push_back(draft.type);
      test::tell_fold<ContractHistory>(state, pen.tell(stream, draft.type, draft.data));
    }
    return types;
  }
  ContractState state;
  test::Pen pen;
};

using Types = std::vector<std::string>;

std::string unread(const Sealed& event) {
  const ContractFact fact = ContractHistory::decode(event);
  const auto* found = std::get_if<NotUnderstood>(&fact);
  return found ? found->why : "understood";
}

}  // namespace

TEST_CASE("terms are told when they are seen first or differ, and come back from the event as they were") {
  Desk desk;
  CHECK(desk.see(ContractChanged{terms_of("0 * * * *"), eight}) == Types{"contract.changed"});
  CHECK(desk.state.terms() == terms_of("0 * * * *"));
  CHECK(desk.see(ContractChanged{terms_of("0 * * * *"), nine}).empty());
  CHECK(desk.see(ContractChanged{terms_of("5 * * * *"), nine}) == Types{"contract.changed"});
  CHECK(desk.state.spans.size() == 2);
}

TEST_CASE("a text that does not compile is told once, and the last good terms go on below it") {
  Desk desk;
  desk.see(ContractChanged{terms_of("0 * * * *"), eight});
  CHECK(desk.see(ContractBroken{std::string(64, 'b'), "3:5: no such key", nine}) == Types{"contract.changed"});
  CHECK(desk.see(ContractBroken{std::string(64, 'b'), "3:5: no such key", nine}).empty());
  CHECK(desk.state.error == std::optional<std::string>{"3:5: no such key"});
  CHECK(desk.state.terms() == terms_of("0 * * * *"));
  CHECK_FALSE(desk.state.spans.back().compiles);
  // The good text comes back: said again, though the terms are the same.
  CHECK(desk.see(ContractChanged{terms_of("0 * * * *"), nine}) == Types{"contract.changed"});
  CHECK_FALSE(desk.state.error);
}

TEST_CASE("a contract is retired once, and not if it was never known") {
  Desk desk;
  CHECK(desk.see(ContractRetired{eight}).empty());
  desk.see(ContractChanged{terms_of("0 * * * *"), eight});
  CHECK(desk.see(ContractRetired{nine}) == Types{"contract.retired"});
  CHECK(desk.see(ContractRetired{nine}).empty());
  CHECK_FALSE(desk.state.terms());
  CHECK(desk.see(ContractChanged{terms_of("0 * * * *"), nine}) == Types{"contract.changed"});
  CHECK(desk.state.terms());
}

TEST_CASE("spans ascend even if the clock went back between two changes") {
  Desk desk;
  desk.see(ContractChanged{terms_of("0 * * * *"), nine});
  desk.see(ContractChanged{terms_of("5 * * * *"), eight});
  CHECK(desk.state.spans.back().from == nine);
}

TEST_CASE("what a newer hz says of a contract, or says wrongly, is not understood") {
  const Json good{{"catch_up", "latest"}, {"fingerprint", "f"},  {"from", "2026-12-01T08:00:00.000Z"},
                  {"interval_s", 300},    {"schedule", nullptr}, {"tzdata", "2025b"},
                  {"zone", "UTC"}};
  CHECK(unread(test::sealed(stream, "contract.changed", good)) == "understood");
  CHECK(unread(test::sealed(stream, "contract.changed", good, {{"v", 3}})) ==
        "its version is 3, this hz reads up to 1");
  CHECK(unread(test::sealed(stream, "contract.split", good)) == "its type is not known");
  Json bad = good;
  bad["catch_up"] = "some";
  CHECK(unread(test::sealed(stream, "contract.changed", bad)) ==
        "its member \"catch_up\" is missing or not as expected");
  CHECK(unread(test::sealed(stream, "contract.retired", {{"from", "yesterday"}})) ==
        "its member \"from\" is missing or not as expected");
}
