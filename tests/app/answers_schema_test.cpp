// Every answer against its JSON Schema in docs/formats/schemas: those of a story that the real operations tell, and
// the documents under fixtures/golden. The only file that sees valijson; it reads the part of 2020-12 that draft 7
// has too.
#include <algorithm>
#include <filesystem>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/base/text.hpp"
#include "heads/app/operations.hpp"
#include "heads/host/clock.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;

/// Answers that are of no operation.
const std::set<std::string> of_every_command{"error", "help", "version"};

Json schema_named(const std::string& name) {
  const std::string path = std::string{HZ_SOURCE} + "/docs/formats/schemas/" + name + ".json";
  INFO(path);
  REQUIRE(fs::exists(path));
  return Json::parse(test::file_text(path));
}

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(std::string{HZ_SOURCE} + "/docs/formats/schemas"))
    names.push_back(entry.path().stem().string());
  return names;
}

/// What the schema has against the document, a line each.
std::string objections(const Json& schema_text, const Json& document) {
  valijson::Schema schema;
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_text), schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::string text;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) return text;
  for (const auto& error : results) {
    for (const std::string& part : error.context) text += part;
    text += ": " + error.description + '\n';
  }
  return text.empty() ? "refused" : text;
}

void check_answer(const std::string& name, const Json& document) {
  INFO(name << " " << document.dump(1));
  CHECK(objections(schema_named(name), document).empty());
}

class StandingClock final : public Clock {
 public:
  [[nodiscard]] Instant now() const override { return now_; }
  [[nodiscard]] Millis since_boot() const override { return milliseconds_since_boot(); }
  [[nodiscard]] std::string boot_id() const override { return "boot"; }
  void set(const std::string& time) { now_ = *parse_time_of_person(time); }

 private:
  Instant now_ = *parse_time_of_person("2026-11-30T08:00Z");
};

ProcessFacts facts_for(const std::string& home) {
  ProcessFacts facts;
  facts.paths.hz_home = home;
  facts.tz = "Europe/Berlin";
  facts.hz_person = "ada";
  facts.host_name = "laptop";
  facts.program = HZ_BINARY;
  facts.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", home}, {"LANG", "C.UTF-8"}};
  facts.working_directory = home;
  return facts;
}

/// A home in which commands are run with --json, each answer held against its schema.
class Teller {
 public:
  Teller() : registry_(all_operations({facts_for(folder_.path()), "cli", clock_, entropy_})) {}

  /// The document of "system.daemon.tick" and the words behind it. An error is held against its own schema.
  Json tell(const std::string& operation, const std::vector<std::string>& more = {}) {
    std::string line = operation;
    std::replace(line.begin(), line.end(), '.', ' ');
    std::vector<std::string> words = test::words_of(line);
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.begin(), "--json");
    const test::Printed printed = test::run_words(registry_, words);
    INFO(line << " " << printed.out << printed.err);
    Json document = Json::parse(printed.out);
    const bool failed = document.contains("error");
    CHECK((printed.exit > 1) == (failed && document["error"]["kind"] != "not_well"));
    check_answer(failed ? "error" : operation, document);
    if (!failed) told_.insert(operation);
    return document;
  }

  void at(const std::string& time) { clock_.set(time); }
  void contract(const std::string& name, const std::string& keys) const {
    folder_.file("config/contracts/" + name,
                 "---\nname: " + name.substr(0, name.find('.')) + "\nhz:\n" + keys + "---\nWhat it is for.\n");
  }
  [[nodiscard]] const test::TempFolder& folder() const { return folder_; }
  [[nodiscard]] const Registry& registry() const { return registry_; }
  [[nodiscard]] const std::set<std::string>& told() const { return told_; }

 private:
  test::TempFolder folder_;
  StandingClock clock_;
  SystemEntropy entropy_;
  Registry registry_;
  std::set<std::string> told_;
};

/// Before anything is there, every operation that needs nothing answers.
void tell_of_nothing(Teller& teller) {
  for (const char* operation :
       {"system.daemon.tick", "system.daemon.jobs", "system.daemon.status", "system.daemon.logs", "contract.list",
        "contract.check", "draft.list", "ledger.status", "ledger.path", "ledger.repack", "audit.log", "audit.verify", "doctor",
        "system.config.show"})
    teller.tell(operation);
  for (const char* operation : {"why", "draft.show", "contract.show", "audit.show", "system.daemon.slots"})
    CHECK(teller.tell(operation, {"nothing"}).contains("error"));
}

void tell_of_settings(Teller& teller) {
  teller.tell("system.config.init");
  teller.tell("system.config.set", {"system.log.keep", "7"});
  teller.tell("system.config.set", {"system.log.keep", "seven"});
  teller.tell("system.config.get", {"system.log.keep"});
  teller.tell("system.config.get", {"hz.person"});
  teller.tell("system.config.unset", {"system.log.keep"});
  teller.tell("system.config.show");
}

void tell_of_itself(Teller& teller) {
  teller.tell("system.completions", {"bash"});
  teller.tell("system.complete", {"hz contract show "});
  teller.tell("system.manpage");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"--help"}, {"help", "system"}, {"help", "why"}, {"help", "audit", "log"}})
    check_answer("help", [&] {
      std::vector<std::string> all = words;
      all.emplace_back("--json");
      return Json::parse(test::run_words(teller.registry(), all).out);
    }());
  check_answer("version", Json::parse(test::run_words(teller.registry(), {"--version", "--json"}).out));
}

void write_contracts(const Teller& teller) {
  teller.folder().file("config/contracts/notes/a.md", "one");
  teller.contract("notes.md",
                  "  schedule: \"*/5 * * * *\"\n  title: Notes\n  inputs:\n"
                  "    - {name: notes, kind: file, path: notes/*.md}\n");
  teller.contract("fails.md",
                  "  schedule: \"*/5 * * * *\"\n  runner: {command: [sh, -c, 'echo no >&2; exit 3']}\n");
  teller.contract("skips.md", "  schedule: \"*/5 * * * *\"\n  runner: {command: [sh, -c, 'echo none; exit 75']}\n");
  teller.contract("team.md", "  schedule: \"0 7 * * *\"\n  scope: team\n  runner: {command: [\"true\"]}\n");
  teller.contract("broken.md", "  scedule: \"0 7 * * *\"\n");
}

void ask_about_jobs(Teller& teller) {
  teller.tell("system.daemon.jobs");
  teller.tell("system.daemon.jobs", {"--at", "2026-11-30T08:06Z"});
  teller.tell("system.daemon.status");
  teller.tell("system.daemon.logs");
  for (const char* job : {"notes", "fails", "skips", "team", "broken"}) {
    teller.tell("system.daemon.slots", {job});
    teller.tell("why", {job});
    teller.tell("contract.show", {job});
    teller.tell("contract.check", {job});
  }
  teller.tell("contract.list");
  teller.tell("contract.check");
  teller.tell("doctor");
}

void ask_about_events(Teller& teller) {
  teller.tell("ledger.status");
  teller.tell("ledger.path");
  teller.tell("ledger.repack");
  teller.tell("ledger.repack", {"--drop-unreachable"});
  teller.tell("audit.verify");
  teller.tell("audit.verify", {"--no-witness"});
  teller.tell("draft.list");
  teller.tell("draft.show", {"notes"});
  const Json log = teller.tell("audit.log", {"--limit", "1000"});
  CHECK(log.at("items").size() > 20);
  for (const Json& item : log.at("items")) {
    teller.tell("audit.show", {item.at("id")});
    teller.tell("why", {item.at("id")});
  }
}

/// Each object schema, with where it stands.
template <class Visit>
void for_each_object(const Json& schema, const std::string& place, const Visit& visit) {
  if (!schema.is_structured()) return;
  if (schema.is_object() && (schema.contains("properties") || schema.contains("additionalProperties")))
    visit(schema, place);
  if (schema.is_object())
    for (const auto& [name, inner] : schema.items()) for_each_object(inner, place + '/' + name, visit);
  if (schema.is_array())
    for (const Json& inner : schema) for_each_object(inner, place + "/-", visit);
}

}  // namespace

TEST_CASE("every operation names a schema that is there, and every schema belongs to one") {
  const Teller teller;
  for (const auto& [name, operation] : teller.registry().all()) {
    INFO(name << " needs docs/formats/schemas/" << name << ".json");
    CHECK(fs::exists(std::string{HZ_SOURCE} + "/docs/formats/schemas/" + name + ".json"));
  }
  for (const std::string& name : schema_names()) {
    INFO(name);
    CHECK((of_every_command.contains(name) || teller.registry().find(name) != nullptr));
    CHECK(schema_named(name).at("$id") == "https://hz.invalid/schemas/" + name + ".json");
  }
}

TEST_CASE("no schema lets a member pass that it does not name, unless it says why") {
  for (const std::string& name : schema_names()) {
    for_each_object(schema_named(name), name, [](const Json& object, const std::string& place) {
      INFO(place);
      REQUIRE(object.contains("additionalProperties"));
      if (object.at("additionalProperties") != false) CHECK(object.contains("description"));
    });
  }
}

TEST_CASE("what a story's commands answer is what their schemas say, and every operation is in the story") {
  Teller teller;
  tell_of_nothing(teller);
  tell_of_settings(teller);
  teller.tell("contract.new", {"first"});
  teller.tell("contract.new", {"first"});
  tell_of_itself(teller);
  write_contracts(teller);
  teller.tell("system.daemon.tick", {"--dry-run"});
  for (const char* time : {"2026-11-30T08:06Z", "2026-11-30T08:11Z"}) {
    teller.at(time);
    teller.tell("system.daemon.tick");
  }
  teller.tell("system.daemon.tick", {"--job", "notes"});
  teller.tell("system.daemon.pause", {"--job", "notes", "--reason", "moving"});
  teller.tell("system.daemon.pause");
  teller.at("2026-11-30T08:16Z");
  teller.tell("system.daemon.tick");
  ask_about_jobs(teller);
  teller.tell("system.daemon.resume", {"--job", "notes"});
  teller.tell("system.daemon.resume");
  teller.tell("system.daemon.resume");
  fs::remove(teller.folder().path("config/contracts/fails.md"));
  teller.at("2026-11-30T08:21Z");
  teller.tell("system.daemon.tick");
  ask_about_jobs(teller);
  ask_about_events(teller);
  for (const auto& [name, operation] : teller.registry().all()) {
    INFO(name << " has no place in the story");
    CHECK(teller.told().contains(name));
  }
}

TEST_CASE("the documents that views are shown with are documents of their operations") {
  std::size_t checked = 0;
  for (const auto& entry : fs::directory_iterator(test::golden_folder() / "cli/views")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() != ".json" || stem.ends_with("--generic")) continue;
    INFO(entry.path().filename());
    check_answer(stem.substr(0, stem.find("--")), Json::parse(test::file_text(entry.path())));
    ++checked;
  }
  CHECK(checked > 20);
}

TEST_CASE("a schema refuses a member too many, one too few and a word that is none of its own") {
  const Json schema = schema_named("contract.new");
  const Json good{{"name", "a"}, {"path", "b"}, {"message", "c"}};
  CHECK(objections(schema, good).empty());
  Json extra = good;
  extra["more"] = 1;
  CHECK_FALSE(objections(schema, extra).empty());
  Json less = good;
  less.erase("path");
  CHECK_FALSE(objections(schema, less).empty());
  CHECK_FALSE(objections(schema_named("system.complete"), {{"items", Json::array()}, {"paths", "all"}}).empty());
}

}  // namespace hz
