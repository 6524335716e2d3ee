// docs/guide/extending.md, compiled: the code blocks of the page are the regions below, and the files that it lists
// are those that an existing event, operation and input kind really touch.
#include <algorithm>
#include <filesystem>
#include <set>

#include "core/audit/meaning.hpp"
#include "core/fold/decoding.hpp"
#include "core/fold/transact.hpp"
#include "core/kernel/operation.hpp"
#include "core/watch/input.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/tick_world.hpp"

namespace hz {
namespace {

// [extending:event]
struct LampLit {
  std::string room;
};
struct LampPutOut {};
using LampFact = std::variant<LampLit, LampPutOut, NotUnderstood>;

struct LampState {
  std::optional<std::string> lit_in;
  std::vector<std::string> anomalies;
};

struct Lamp {
  using Fact = LampFact;
  using State = LampState;
  using Command = std::variant<LampLit, LampPutOut>;

  static Fact decode(const Sealed& raw) {
    if (auto unread = newer_than_we_read(raw)) return *std::move(unread);
    Decoding members(raw);
    if (raw.type == "lamp.lit") {
      LampLit lit{members.text("room")};
      return members.as<LampFact>(std::move(lit));
    }
    if (raw.type == "lamp.put_out") return LampPutOut{};
    return members.unread("its type is not known");
  }

  static void apply(State& state, const Told<Fact>& told) {
    std::visit(Overloaded{
                   [&](const LampLit& lit) {
                     if (state.lit_in)
                       state.anomalies.push_back("event " + told.id.shown() + " lights a lamp that is lit");
                     state.lit_in = lit.room;
                   },
                   [&](const LampPutOut&) { state.lit_in.reset(); },
                   [&](const NotUnderstood&) {},
               },
               told.fact);
  }

  static Result<std::vector<Draft>> decide(const State& now, const Command& command) {
    using Drafts = Result<std::vector<Draft>>;
    return std::visit(Overloaded{
                          [&](const LampLit& light) -> Drafts {
                            if (now.lit_in)
                              return Error{ErrorKind::conflict, "the lamp is lit", "in " + *now.lit_in,
                                           "nothing was written", ""};
                            return std::vector<Draft>{{"lamp.lit", {{"room", light.room}}}};
                          },
                          [&](const LampPutOut&) -> Drafts {
                            return std::vector<Draft>{{"lamp.put_out", Json::object()}};
                          },
                      },
                      command);
  }
};
static_assert(Thing<Lamp>);
// [end]

// [extending:operation]
void declare_lamp(Registry& registry, Lane& lane) {
  registry.add({
      .name = "lamp.status",
      .summary = "Whether a lamp is lit, and where",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "lamp", .help = "the lamp", .positional = true, .required = true, .value_name = "LAMP"}},
      .examples = {{"hz lamp status kitchen", "ends with 1 when it is dark"}},
      .run = [&lane](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, lane.at_tip());
        HZ_TRY_ASSIGN(const Folded<Lamp> lamp, fold<Lamp>(*view, {"lamp", args.text("lamp").value_or("")}));
        const auto& room = lamp.state.lit_in;
        return Answer{{{"lit", room.has_value()}, {"room", room ? Json(*room) : Json(nullptr)}}, room.has_value()};
      },
  });
}
// [end]

// [extending:input]
InputKind words_kind() {
  InputKind kind;
  kind.name = "words";
  kind.bind = [](Binder& binder, const std::string& directory) -> Json {
    const auto path = binder.required_text("path");
    return {{"path", directory + "/" + path.value_or("")}};
  };
  kind.read = [](const InputSpec& spec, const InputPorts& ports) -> Result<Reading> {
    HZ_TRY_ASSIGN(const Files::Content content,
                  ports.files.read(spec.definition.at("path").get<std::string>(), input_bytes_max));
    Reading reading;
    std::string word;
    for (const char c : content.bytes + " ") {
      if (c != ' ' && c != '\n') {
        word += c;
        continue;
      }
      Item item;
      item.key = item.title = word;
      item.fingerprint = item_fingerprint(item);
      if (!word.empty()) reading.items.push_back(std::move(item));
      word.clear();
    }
    return reading;
  };
  return kind;
}
// [end]

const std::string page_name = "docs/guide/extending.md";

std::string region_of_source(const std::string& name) {
  const std::string source = test::read_source("tests/docs/extending_test.cpp");
  const std::string mark = "// [extending:" + name + "]\n";
  const std::size_t from = source.find(mark) + mark.size();
  return source.substr(from, source.find("// [end]", from) - from);
}

std::string block_of_page(const std::string& name) {
  const std::string page = test::read_source(page_name);
  const std::string mark = "<!-- extending:" + name + " -->\n\n```cpp\n";
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) return "the page has no block " + name;
  const std::size_t from = at + mark.size();
  return page.substr(from, page.find("```", from) - from);
}

/// The files that the page lists under `<!-- files: WORD … -->`.
std::set<std::string> listed(const std::string& mark) {
  const std::vector<std::string> lines = split_lines(test::read_source(page_name));
  std::set<std::string> files;
  auto line = std::find(lines.begin(), lines.end(), "<!-- files: " + mark + " -->");
  for (; line != lines.end() && line->rfind("##", 0) != 0; ++line) {
    if (line->rfind("- `", 0) == 0) files.insert(line->substr(3, line->find('`', 3) - 3));
  }
  return files;
}

/// The sources that speak of one of these words.
std::set<std::string> touched(const std::vector<std::string>& words) {
  std::set<std::string> files;
  for (const char* folder : {"core", "ledger", "heads"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(HZ_SOURCE) + "/" + folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = test::read_whole(entry.path().string());
      const bool speaks = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return text.find(word) != std::string::npos;
      });
      if (speaks) files.insert(std::filesystem::relative(entry.path(), HZ_SOURCE).string());
    }
  }
  return files;
}

}  // namespace

TEST_CASE("a new event: decided, appended, folded, and decided again on what it left") {
  test::TickWorld world;
  const Stamp stamp{*parse_instant("2026-11-30T09:00:00.000Z"), world.settings.by, std::nullopt};
  const StreamName kitchen{"lamp", "kitchen"};
  const auto light = [&](const std::string& room) {
    return transact(world.lane(), stamp, [&](const View&, Batch& batch) -> Result<void> {
      batch.say("lamp lit");
      return batch.change<Lamp>(kitchen, LampLit{room});
    });
  };
  REQUIRE(light("the kitchen"));
  const auto again = light("the hall");
  REQUIRE_FALSE(again);
  CHECK(again.error() ==
        Error{ErrorKind::conflict, "the lamp is lit", "in the kitchen", "nothing was written", ""});
  CHECK(world.events().size() == 1);
}

TEST_CASE("a new operation: declared once, bound, and answering from the lane") {
  test::TickWorld world;
  Registry registry;
  declare_lamp(registry, world.lane());
  const Operation* status = registry.find("lamp.status");
  REQUIRE(status != nullptr);
  const auto args = bind(*status, {{"lamp", "kitchen"}});
  REQUIRE(args);
  NoProgress silent;
  const auto answer = status->run(*args, silent);
  REQUIRE(answer);
  CHECK_FALSE(answer->well);
  CHECK(operations_table(registry).find("lamp.status") != std::string::npos);
}

TEST_CASE("a new input kind: bound from a contract, read into items") {
  test::MemoryFiles files;
  files.put("/contracts/words.txt", "one two\n");
  const InputKind kind = words_kind();
  Problems problems;
  const Node node = test::node_of({{"path", "words.txt"}});
  Binder binder(node, "input \"words\"", problems);
  const InputSpec spec{"words", "words", kind.bind(binder, "/contracts")};
  binder.finish();
  CHECK(problems.empty());
  const auto reading = kind.read(spec, {files, nullptr, {}, "/contracts"});
  REQUIRE(reading);
  REQUIRE(reading->items.size() == 2);
  CHECK(reading->items.back().title == "two");
}

TEST_CASE("the page shows the code that is compiled here") {
  for (const char* name : {"event", "operation", "input"}) CHECK(block_of_page(name) == region_of_source(name));
}

TEST_CASE("the page lists the files that existing ones touch, at most five each") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> examples{
      {"daemon.paused", {"DaemonPaused"}},
      {"ledger.path", {"ledger.path", "path_view"}},
      {"command", {"command_kind"}}};
  for (const auto& [mark, words] : examples) {
    INFO(mark);
    const std::set<std::string> files = touched(words);
    CHECK(listed(mark) == files);
    CHECK(files.size() <= 5);
  }
}

}  // namespace hz
