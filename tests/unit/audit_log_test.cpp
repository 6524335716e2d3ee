// hz audit log and show over a plain lane: what is listed, and what led to what.
#include "core/ops/audit_log.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/memory_lane.hpp"
#include "tests/support/story.hpp"

namespace hz {
namespace {

using Lines = std::vector<std::string>;

struct Told {
  test::MemoryLane lane;
  test::MemoryBodies bodies;
  test::Story story;
  Tip tip;
  std::vector<Sealed> events;
  Registry registry;

  Told() {
    declare_audit_log(registry, [this]() -> Result<AuditLogPorts> { return AuditLogPorts{lane, bodies}; });
  }

  const Sealed& tell(const std::string& stream, const std::string& type, const Json& data = Json::object()) {
    const Commit commit = story.tell({{stream, type, data}});
    tip = *lane.append(tip, commit);
    return events.emplace_back(commit.events.front());
  }

  [[nodiscard]] Json ask(const std::string& operation, Json args) {
    NoProgress nobody;
    return registry.find(operation)->run(Args(std::move(args)), nobody)->document;
  }
  /// "job/contract:a receipt", as the answer lists them.
  [[nodiscard]] Lines listed(const Json& args) {
    Lines lines;
    const Json answer = ask("audit.log", args);
    for (const Json& item : answer.at("items"))
      lines.push_back(item.at("stream").get<std::string>() + " " + item.at("type").get<std::string>());
    return lines;
  }
  [[nodiscard]] Lines links(const Sealed& event, const std::string& member) {
    Lines lines;
    const Json shown = ask("audit.show", {{"event", event.id.str()}});
    for (const Json& link : shown.at(member))
      lines.push_back(link.at("how").get<std::string>() + ": " + link.at("type").get<std::string>());
    return lines;
  }
};

}  // namespace

TEST_CASE("events are listed newest first, and what the limit leaves out is counted") {
  Told told;
  told.tell("contract/a", "contract.changed");
  told.tell("job/contract:a", "lease.acquired");
  told.tell("job/contract:a", "receipt");
  CHECK(told.listed({{"limit", 2}}) == Lines{"job/contract:a receipt", "job/contract:a lease.acquired"});
  CHECK(told.ask("audit.log", {{"limit", 2}}).at("left_out") == 1);
  CHECK(told.listed({{"since", "2199-01-01"}}).empty());
}

TEST_CASE("a stream is meant by its name, its kind or its job; what nothing is called lists nothing") {
  Told told;
  told.tell("job/contract:a", "receipt");
  told.tell("job/contract:ab", "receipt");
  told.tell("contract/a", "contract.changed");
  CHECK(told.listed({{"stream", "job/contract:a"}}) == Lines{"job/contract:a receipt"});
  CHECK(told.listed({{"stream", "job"}}) == Lines{"job/contract:ab receipt", "job/contract:a receipt"});
  CHECK(told.listed({{"stream", "contract:ab"}}) == Lines{"job/contract:ab receipt"});
  CHECK(told.listed({{"stream", "a"}}) == Lines{"contract/a contract.changed", "job/contract:a receipt"});
  CHECK(told.listed({{"stream", "b"}}).empty());
  CHECK(told.listed({{"stream", ""}}).empty());
  CHECK(told.listed({{"type", "receipt"}, {"stream", "a"}}) == Lines{"job/contract:a receipt"});
  CHECK(told.listed({{"type", ""}}).empty());
  CHECK(told.ask("audit.log", {{"type", "receipt"}, {"limit", 1}}).at("left_out") == 1);
}

TEST_CASE("what an event led to stands in the lane's order, each mention once for each time it is made") {
  Told told;
  const Sealed first = told.tell("source/file-1", "source.observed");
  told.tell("job/contract:a", "receipt", {{"inputs", {first.id.str(), first.id.str()}}});
  const Sealed second = told.tell("source/file-1", "source.observed", {{"after", first.id.str()}});
  told.tell("job/contract:b", "receipt", {{"input", first.id.str()}});
  told.tell("source/file-1", "source.observed");
  CHECK(told.links(first, "it_led_to") == Lines{"names it in its data: receipt", "names it in its data: receipt",
                                                "next event of the stream: source.observed",
                                                "names it in its data: source.observed",
                                                "names it in its data: receipt"});
  CHECK(told.links(second, "led_to_it") ==
        Lines{"previous event of the stream: source.observed", "named in its data: source.observed"});
  CHECK(told.links(second, "it_led_to") == Lines{"next event of the stream: source.observed"});
}

}  // namespace hz
