#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/digest.hpp"
#include "core/contract/contract.hpp"
#include "core/contract/sections.hpp"
#include "core/contract/store.hpp"
#include "tests/support/catch.hpp"

namespace hz {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string lines(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.str() + "\n";
  return text;
}

/// A contract "c" with these lines under hz:, which must compile without a warning.
Contract contract(const std::string& hz_lines) {
  const Compiled compiled =
      compile_contract("/home/ada/contracts/c.md", "---\nname: c\nhz:\n" + hz_lines + "---\n");
  REQUIRE(lines(compiled.problems).empty());
  REQUIRE(compiled.contract);
  return *compiled.contract;
}

const std::string date = "  runner: {command: [date]}\n";
const std::string input = "  inputs: [{name: notes, kind: file, path: n.md}]\n";

/// The examples of the page: name and text of each block "```markdown <name>".
std::vector<std::pair<std::string, std::string>> documented() {
  const std::string text = read_file(HZ_SOURCE "/docs/formats/contract.md");
  const std::string opening = "\n```markdown ";
  std::vector<std::pair<std::string, std::string>> examples;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::size_t line_end = text.find('\n', at);
    const std::size_t end = text.find("\n```\n", line_end) + 1;
    examples.emplace_back(text.substr(at, line_end - at), text.substr(line_end + 1, end - line_end - 1));
    at = end;
  }
  return examples;
}

}  // namespace

TEST_CASE("the worked example compiles, and its fingerprint is that of the file's bytes") {
  const std::string bytes = read_file(HZ_FIXTURES "/contracts/digest.md");
  const Compiled compiled = compile_contract("/home/ada/contracts/digest.md", bytes);
  REQUIRE(compiled.contract);
  const Contract& digest = *compiled.contract;
  CHECK(lines(compiled.problems).empty());
  CHECK(digest.fingerprint == "6bcd78de3d56a23f83f09c3335d1d805a5f1581720a497341f0c19f5af00afd5");
  CHECK(compiled.fingerprint == digest.fingerprint);
  CHECK(digest.job().str() == "contract:digest");
  CHECK(digest.title == "News digest");
  CHECK(digest.directory == "/home/ada/contracts");
  CHECK(digest.schedule->text() == "0 * * * *");
  REQUIRE(digest.inputs.size() == 1);
  CHECK(digest.inputs[0].name == "news");
  CHECK(digest.inputs[0].definition.at("path") == "/home/ada/contracts/news.xml");
  CHECK(digest.runner == Runner(CommandRunner{{"./digest.sh"}}));
  CHECK(digest.fresh == Fresh(FreshNever{}));
  CHECK(digest.timeout == std::chrono::minutes(10));
  CHECK(digest.body == "What is new, in one page.\n");
}

TEST_CASE("what is left out has its default") {
  const Contract c = contract(date);
  CHECK(c.title == "c");
  CHECK_FALSE(c.owner);
  CHECK_FALSE(c.schedule);
  CHECK_FALSE(c.zone);
  CHECK(c.scope == Scope::personal);
  CHECK(c.inputs.empty());
  CHECK(c.env.empty());
  CHECK(c.timeout == std::chrono::minutes(10));
  CHECK(c.retries == 0);
  CHECK(c.catch_up == CatchUp::latest);
  CHECK_FALSE(c.concurrency);
  CHECK(c.on.is_null());
}

TEST_CASE("a contract with inputs outlines them and renders when they move; one without renders each slot") {
  CHECK(contract(input).runner == Runner(OutlineRunner{}));
  CHECK(contract(input).fresh == Fresh(FreshNever{}));
  CHECK(contract(input + "  runner: outline\n").runner == Runner(OutlineRunner{}));
  CHECK(contract(date).fresh == Fresh(FreshEachSlot{}));
  CHECK(contract(date + "  inputs: []\n").fresh == Fresh(FreshEachSlot{}));
  CHECK(contract(input + "  fresh: slot\n").fresh == Fresh(FreshEachSlot{}));
  CHECK(contract(date + "  fresh: 7d\n").fresh == Fresh(FreshFor{std::chrono::hours(7 * 24)}));
}

TEST_CASE("each key under hz: arrives in the contract") {
  const Compiled compiled = compile_contract("/c/everything.md", read_file(HZ_FIXTURES "/contracts/everything.md"));
  REQUIRE(compiled.contract);
  const Contract& c = *compiled.contract;
  CHECK(c.kind == "responsibility");
  CHECK(c.id == "01JDZ8M2Q3R4S5T6V7W8X9Y0ZA");
  CHECK(c.others == Json::parse(R"({"version": 3})"));
  CHECK(c.title == "Everything: each key once");
  CHECK(c.owner == "ada");
  CHECK(c.schedule->text() == "30 7 * * mon-fri");
  CHECK(c.zone == "Europe/Berlin");
  CHECK(c.scope == Scope::team);
  CHECK(c.runner == Runner(CommandRunner{{"sh", "-c", "cat > seen.json"}}));
  CHECK(c.env == std::vector<std::pair<std::string, std::string>>{{"GREETING", "hello"}, {"COUNT", "3"}});
  CHECK(c.fresh == Fresh(FreshFor{std::chrono::hours(7 * 24)}));
  CHECK(c.timeout == std::chrono::seconds(90));
  CHECK(c.retries == 2);
  CHECK(c.catch_up == CatchUp::all);
  CHECK(c.concurrency == "reading");
  CHECK(c.idempotency == "{job}@{slot}");
  CHECK(c.on == Json::parse(R"(["news"])"));
  CHECK(c.publish == Json::parse(R"({"kind": "issue"})"));
  CHECK(c.caps == Json::parse(R"({"cost": 2})"));
  CHECK(c.sections == Sections{{"Goal", "One page."}, {"Gaol", "A slip.\n\n```\n### no heading\n```"}});
}

TEST_CASE("a slot's key is job and slot, or what the contract makes of them") {
  const Slot slot = *parse_slot("2026-11-30T09:00:00Z");
  CHECK(slot_key(contract(date), slot) == "contract:c@2026-11-30T09:00:00Z");
  CHECK(slot_key(contract(date + "  idempotency: \"x/{slot}/{job}/{slot}/{other}\"\n"), slot) ==
        "x/2026-11-30T09:00:00Z/contract:c/2026-11-30T09:00:00Z/{other}");
}

TEST_CASE("sections end at the next heading of level 1 to 3, and fenced or indented code holds none") {
  const std::string body =
      "intro\n### Goal ###\r\n a\n#### Facet\nb\n## Other\nnot in a section\n"
      "   ### Errors\nc\n~~~~ x\n### Goal\n~~~\n### Goal\n~~~~\n    ### Goal\n###\n####### seven\n###NoBlank\n### "
      "Tools\n";
  Problems problems;
  const Sections sections = read_sections(body, "c.md", 10, problems);
  CHECK(sections == Sections{{"Goal", "a\n#### Facet\nb"},
                             {"Errors", "c\n~~~~ x\n### Goal\n~~~\n### Goal\n~~~~\n    ### Goal"},
                             {"", "####### seven\n###NoBlank"},
                             {"Tools", ""}});
  CHECK(lines(problems) == "c.md:25:1: warning: unknown section \"### \" — it is kept as text\n");
}

TEST_CASE("the template compiles without a warning, whatever the name") {
  for (const std::string& name : {std::string("digest"), std::string("12"), std::string("0x1f"), std::string("1e3"),
                                  std::string("true"), std::string("null"), std::string("-"), std::string("--"),
                                  std::string(".5"), std::string("a.b_c-9"), std::string(100, 'a')}) {
    const Compiled compiled = compile_contract("/c/" + name + ".md", contract_template(name));
    INFO(name);
    CHECK(lines(compiled.problems).empty());
    REQUIRE(compiled.contract);
    CHECK(compiled.contract->name == name);
    CHECK(compiled.contract->title == name);
    CHECK(compiled.contract->schedule);
  }
}

TEST_CASE("the template's commented lines compile as well") {
  std::string text = contract_template("digest");
  for (const std::string comment : {"  # inputs:\n", "  #   - {name"}) {
    const std::size_t at = text.find(comment);
    REQUIRE(at != std::string::npos);
    text.erase(at + 2, 2);
  }
  const Compiled compiled = compile_contract("/c/digest.md", text);
  CHECK(lines(compiled.problems).empty());
  REQUIRE(compiled.contract);
  CHECK(compiled.contract->inputs.size() == 1);
}

TEST_CASE("a name of a contract is 1 to 100 of [a-z0-9._-], not dots only") {
  for (const std::string& name :
       {std::string("a"), std::string("a.b-c_9"), std::string("-"), std::string(100, 'z')})
    CHECK(is_contract_name(name));
  for (const std::string& name : {std::string(), std::string(101, 'z'), std::string("."), std::string(".."),
                                  std::string("A"), std::string("ä"), std::string("a b"), std::string("a/b")})
    CHECK_FALSE(is_contract_name(name));
  CHECK(contract_name_of("/home/ada/digest.prose.md") == "digest.prose");
  CHECK(contract_name_of("digest") == "digest");
}

TEST_CASE("every documented example compiles, with no error and no unknown key") {
  const auto examples = documented();
  REQUIRE(examples.size() == 3);
  for (const auto& [name, text] : examples) {
    const Compiled compiled = compile_contract("/c/" + name, text);
    INFO(name << "\n" << lines(compiled.problems));
    CHECK(compiled.contract);
  }
  CHECK(lines(compile_contract("/c/" + examples[1].first, examples[1].second).problems) ==
        "reading-list.md:9:7: warning: \"on\" has no effect in this version — it is kept for a later one\n"
        "reading-list.md:27:12: warning: \"publish\" has no effect in this version — it is kept for a later one\n"
        "reading-list.md:28:9: warning: \"caps\" has no effect in this version — it is kept for a later one\n");
}

TEST_CASE("all contracts of a folder compile by themselves, in the order of their names") {
  const auto text = [](const std::string& name) {
    return "---\nname: " + name + "\nhz: {runner: {command: [date]}}\n---\n";
  };
  const std::vector<Compiled> all = compile_all({{"/c/b.md", text("b"), ""},
                                                 {"/c/c.md", std::nullopt, "is not a regular file"},
                                                 {"/c/a-1.md", "no contract", ""},
                                                 {"/c/a.md", text("a"), ""}});
  REQUIRE(all.size() == 4);
  CHECK(all[0].name == "a");
  CHECK(all[0].contract);
  CHECK(all[1].name == "a-1");
  CHECK_FALSE(all[1].contract);
  CHECK(all[1].fingerprint == sha256_hex("no contract"));
  CHECK(all[2].contract);
  CHECK(lines(all[3].problems) == "c.md: is not a regular file — hz does not read it\n");
  CHECK(all[3].fingerprint.empty());
}

}  // namespace hz
