// Declarations: an operation that is not wholly decided, or decided wrongly, never comes into a registry.
#include "core/kernel/operation.hpp"
#include "core/kernel/rules.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

Result<Answer> nothing(const Args&) {
  return Answer{};
}

Operation sample(std::string name = "draft.list") {
  return {.name = std::move(name),
          .summary = "List drafts",
          .reach = Reach::reads,
          .heads = everywhere,
          .run = nothing};
}

Operation with(Param param) {
  Operation operation = sample();
  operation.params.push_back(std::move(param));
  return operation;
}

template <class T>
concept compiles_without_reach = requires {
  T{.name = "x", .summary = "y", .heads = everywhere};
};
template <class T>
concept compiles_without_heads = requires {
  T{.name = "x", .summary = "y", .reach = Reach::reads};
};
template <class T>
concept compiles_decided = requires {
  T{.name = "x", .summary = "y", .reach = Reach::reads, .heads = everywhere};
};

}  // namespace

TEST_CASE("an operation does not compile before its reach and its heads are decided") {
  STATIC_REQUIRE_FALSE(compiles_without_reach<Operation>);
  STATIC_REQUIRE_FALSE(compiles_without_heads<Operation>);
  STATIC_REQUIRE(compiles_decided<Operation>);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<Operation>);
}

TEST_CASE("a good declaration has no fault") {
  CHECK(fault_in(sample()).empty());
  CHECK(fault_in(sample("why")).empty());
  CHECK(fault_in(with({.name = "limit", .type = ParamType::integer, .fallback = 5, .min = 1, .max = 9})).empty());
}

TEST_CASE("names are words with dots between") {
  const std::string name =
      GENERATE(as<std::string>{}, "", ".", "a.", ".a", "a..b", "A", "a b", "a_b", "1a", "a.-b", "ä");
  CHECK(fault_in(sample(name)) == "an operation is named in words of [a-z][a-z0-9-]* with dots between");
}

TEST_CASE("a declaration that contradicts itself is named") {
  const auto fault = [](Param param) { return fault_in(with(std::move(param))); };
  CHECK(fault({.name = "Since"}) == "parameter Since: a parameter is named in [a-z][a-z0-9-]*");
  CHECK(fault({.name = "json"}) == "parameter json: the name is one of every head's own");
  CHECK(fault({.name = "x", .type = ParamType::flag, .required = true}) ==
        "parameter x: a flag stands alone and is never required");
  CHECK(fault({.name = "x", .required = true, .fallback = "y"}) == "parameter x: what is required has no default");
  CHECK(fault({.name = "x", .type = ParamType::integer, .choices = {"y"}}) ==
        "parameter x: only a text has choices");
  CHECK(fault({.name = "x", .min = 1}) == "parameter x: only an integer has bounds");
  CHECK(fault({.name = "x", .type = ParamType::integer, .min = 2, .max = 1}) ==
        "parameter x: no number lies within the bounds");
  CHECK(fault({.name = "x", .type = ParamType::integer, .fallback = 10, .max = 9}) ==
        "parameter x: the default is not of the type or not within the bounds");
  CHECK(fault({.name = "x", .fallback = "z", .choices = {"y"}}) ==
        "parameter x: the default is not of the type or not within the bounds");

  Operation twice = with({.name = "x"});
  twice.params.push_back({.name = "x"});
  CHECK(fault_in(twice) == "parameter x: two parameters have this name");

  Operation order = with({.name = "x", .positional = true});
  order.params.push_back({.name = "y", .positional = true, .required = true});
  CHECK(fault_in(order) == "parameter y: a required word stands before the optional ones");

  Operation unshown = sample();
  unshown.heads = Heads{};
  CHECK(fault_in(unshown) == "no head shows it");
  Operation idle = sample();
  idle.run = Run{};
  CHECK(fault_in(idle) == "there is nothing to run");
  Operation wordy = sample();
  wordy.summary = "Lists drafts.";
  CHECK(fault_in(wordy) == "the summary is one line without a full stop");
}

TEST_CASE("what changes who or what may act cannot be declared as anything but rules") {
  const std::string name =
      GENERATE(as<std::string>{}, "system.daemon.install", "system.daemon.resume", "contract.new", "inbox.approve",
               "plugin.trust", "ledger.erase", "system.plugin.add", "config.set", "state.release", "runs.answer",
               "system.update");
  Operation operation = sample(name);
  const Reach reach = GENERATE(Reach::reads, Reach::acts_here, Reach::publishes);
  operation.reach = reach;
  CHECK(fault_in(operation) == "an operation of this name is of reach rules (G5)");
  operation.reach = Reach::rules;
  CHECK(fault_in(operation).empty());
}

TEST_CASE("a name that only ends like one of those is free") {
  CHECK_FALSE(must_be_rules("system.daemon.pause"));
  CHECK_FALSE(must_be_rules("renew"));
  CHECK_FALSE(must_be_rules("mycontract.new"));
  CHECK_FALSE(must_be_rules("new"));
}

TEST_CASE("an operation may take a progress, and one that does not runs the same way") {
  struct Heard final : Progress {
    std::vector<std::string> lines;
    void happened(std::string_view line) override { lines.emplace_back(line); }
    void reached(std::string_view, std::uint64_t, std::uint64_t) override {}
  } heard;
  const Run quiet = nothing;
  const Run telling = [](const Args&, Progress& progress) -> Result<Answer> {
    progress.happened("receipt b0a4629ede0b");
    return Answer{.document = {{"n", 1}}, .well = false};
  };
  CHECK(quiet(Args{Json::object()}, heard));
  const Result<Answer> answer = telling(Args{Json::object()}, heard);
  REQUIRE(answer);
  CHECK(answer->document == Json{{"n", 1}});
  CHECK(heard.lines == std::vector<std::string>{"receipt b0a4629ede0b"});
}

TEST_CASE("the table shows every operation with its reach and its heads, in order of names") {
  Registry registry;
  registry.add(sample("why"));
  Operation pause = sample("system.daemon.pause");
  pause.reach = Reach::acts_here;
  pause.heads = cli_and_mcp;
  registry.add(pause);
  Operation resume = sample("system.daemon.resume");
  resume.reach = Reach::rules;
  resume.heads = cli_only;
  registry.add(resume);
  CHECK(operations_table(registry) ==
        "operation             reach      cli  mcp  rest  web\n"
        "system.daemon.pause   acts_here  x    x    -     -\n"
        "system.daemon.resume  rules      x    -    -     -\n"
        "why                   reads      x    x    x     x\n");
}

TEST_CASE("a registry finds what was added and nothing else") {
  Registry registry;
  registry.add(sample());
  registry.describe("draft", "What runs have rendered");
  CHECK(registry.find("draft.list") != nullptr);
  CHECK(registry.find("draft") == nullptr);
  CHECK(registry.about("draft") == "What runs have rendered");
  CHECK(registry.about("nothing").empty());
}
