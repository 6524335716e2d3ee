#include "core/config/settings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/catch.hpp"

namespace hz {
namespace {

const SettingsFile mine{"/home/ada/.config/hz/hz.toml", std::nullopt};
const SettingsFile of_project{"/src/app/.hz/hz.toml", "/home/ada/.config/hz/hz.toml"};

Settings read(const std::string& text) {
  auto settings = read_settings(text, mine);
  if (!settings) FAIL(settings.error().why);
  return *settings;
}

/// Why the text is refused, one problem a line.
std::string refusal(const std::string& text, const SettingsFile& file = {"hz.toml", std::nullopt}) {
  const auto settings = read_settings(text, file);
  REQUIRE_FALSE(settings);
  CHECK(settings.error().kind == ErrorKind::config);
  return settings.error().why;
}

std::string doc(const std::string& page = "formats/settings.md") {
  std::ifstream file(HZ_SOURCE "/docs/" + page);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("without a file every setting has its default") {
  CHECK(read("") == Settings{});
  CHECK(Settings{}.interval_minutes == 5);
  CHECK(Settings{}.runs_at_once == 4);
}

TEST_CASE("every setting can be set, dotted or in tables, and names are lower-cased") {
  const Settings settings = read(
      "[hz]\nperson = \"Ada\"\nhost = \"Laptop\"\n"
      "[system]\ndaemon = {interval_minutes = 10, runs_at_once = 1}\nledger.allow_network_fs = true\n"
      "[system.log]\nmax_mb = 1\nkeep = 2\n");
  CHECK(settings.person == "ada");
  CHECK(settings.host == "laptop");
  CHECK(settings.interval_minutes == 10);
  CHECK(settings.runs_at_once == 1);
  CHECK(settings.allow_network_fs);
  CHECK(settings.log_max_mb == 1);
  CHECK(settings.log_keep == 2);
}

TEST_CASE("an interval divides an hour") {
  for (int minutes = -1; minutes <= 61; ++minutes) {
    const auto settings = read_settings(fmt::format("system.daemon.interval_minutes = {}", minutes), mine);
    CHECK(static_cast<bool>(settings) == (minutes > 0 && 60 % minutes == 0));
  }
}

TEST_CASE("a file with mistakes is one error that lists them all") {
  const auto settings = read_settings(
      "[hz]\npersn = \"ada\"\nhost = \"my laptop\"\n[system.deamon]\nx = 1\n[system.log]\nkeep = \"5\"\nmax_mb = "
      "0\n",
      {"hz.toml", std::nullopt});
  REQUIRE_FALSE(settings);
  CHECK(settings.error() ==
        Error{ErrorKind::config, "the settings in hz.toml cannot be used",
              "hz.toml:2:1: unknown setting \"hz.persn\" — did you mean \"hz.person\"?\n"
              "hz.toml:3:8: \"hz.host\" must be 1–64 of [a-z0-9._-], not \"my laptop\" — leave it out for the "
              "default, the host name's first label\n"
              "hz.toml:4:9: unknown setting \"system.deamon\" — did you mean \"system.daemon\"?\n"
              "hz.toml:7:8: \"system.log.keep\" must be 1 to 100, not \"5\" — leave it out for the default, 5\n"
              "hz.toml:8:10: \"system.log.max_mb\" must be 1 to 1000, not 0 — leave it out for the default, 10",
              "Nothing was run: a settings file with a mistake is not used in part.", "mend hz.toml"});
}

TEST_CASE(
    "a value of another type is refused, a table where a value is due and a value where a table is due as well") {
  CHECK(
      refusal("hz.person = 2026-01-01\n") ==
      "hz.toml:1:13: \"hz.person\": a date or time is no value of hz's settings — put it in quotes if it is text");
  CHECK(refusal("[hz.person]\nx = 1\n") ==
        "hz.toml:1:1: \"hz.person\" must be 1–64 of [a-z0-9._-], not a table — leave it out for the default, "
        "HZ_PERSON, else the login name");
  CHECK(refusal("hz = \"ada\"\n") ==
        "hz.toml:1:6: \"hz\" must be a table, not text — write [hz], then its keys below");
  CHECK(refusal("system.ledger.allow_network_fs = 1\n") ==
        "hz.toml:1:34: \"system.ledger.allow_network_fs\" must be true or false, not 1 — leave it out for the "
        "default, false");
  CHECK(refusal("[[hz]]\n") == "hz.toml:1:1: \"hz\" must be a table, not a list — write [hz], then its keys below");
}

TEST_CASE("what a project may not set is an error that names the file that may (P9)") {
  CHECK(refusal("[system.daemon]\nruns_at_once = 2\n", of_project) ==
        "/src/app/.hz/hz.toml:2:1: \"system.daemon.runs_at_once\" cannot be set by a project — set it in your own "
        "/home/ada/.config/hz/hz.toml");
}

TEST_CASE("no setting of what the daemon runs, of the ledger or of logs is a project's") {
  for (const SettingSpec& spec : settings_schema()) {
    INFO(spec.key);
    CHECK_FALSE(spec.project);
  }
}

TEST_CASE("what is declared for projects a project may set, and nothing else") {
  const std::vector<SettingSpec> schema{{"a.b", FlagSetting{&Settings::allow_network_fs}, "", true},
                                        {"a.c", WholeSetting{&Settings::log_keep, 1, 9, {}}, "", false}};
  CHECK(read_settings("a.b = true\n", of_project, schema)->allow_network_fs);
  CHECK_FALSE(read_settings("a.b = true\na.c = 1\n", of_project, schema));
  CHECK(read_settings("a.b = true\na.c = 1\n", mine, schema)->log_keep == 1);
}

TEST_CASE("a thousand mistakes are counted, twenty are listed") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += fmt::format("k{} = 1\n", i);
  const std::string why = refusal(text);
  CHECK(std::count(why.begin(), why.end(), '\n') == 20);
  CHECK_THAT(why, Catch::Matchers::EndsWith("\n…and 980 more"));
}

TEST_CASE("a person is the setting, else HZ_PERSON, else the login name, lower-cased") {
  Settings settings;
  CHECK(*resolve_person(settings, std::nullopt, "Ada") == "ada");
  CHECK(*resolve_person(settings, "", "ada") == "ada");
  CHECK(*resolve_person(settings, "Bob", "ada") == "bob");
  settings.person = "carol";
  CHECK(*resolve_person(settings, "no name!", "ada") == "carol");
}

TEST_CASE("a name that is none is an error with its fix, never mended in silence") {
  CHECK(resolve_person({}, "Ada Lovelace", "ada").error() ==
        Error{ErrorKind::config, "HZ_PERSON is \"Ada Lovelace\", which is no name of a person",
              "A name is 1–64 of [a-z0-9._-].", "Nothing was run.",
              "set HZ_PERSON to another name, or person under [hz] in hz.toml"});
  CHECK(resolve_person({}, std::nullopt, "CORP\\ada").error().what ==
        "the login name \"CORP\\ada\" is no name of a person");
  CHECK(resolve_person({}, std::nullopt, "").error().what ==
        "it cannot be told who you are: there is no login name");
  CHECK(*resolve_host({}, "Laptop.example.org") == "laptop");
  CHECK(resolve_host({}, ".local").error() ==
        Error{ErrorKind::config, "the host name \".local\" gives no name for this machine",
              "A name is 1–64 of [a-z0-9._-].", "Nothing was run.", "set host under [hz] in hz.toml"});
}

TEST_CASE("a label is 1 to 64 of [a-z0-9._-] after lower-casing") {
  CHECK(parse_label("A.b_c-9") == "a.b_c-9");
  CHECK(parse_label(std::string(64, 'a')));
  for (const std::string& text : {std::string(), std::string(65, 'a'), std::string("ä"), std::string("a b"),
                                  std::string("a/b"), std::string("a\n"), std::string("a\0", 2)})
    CHECK_FALSE(parse_label(text));
}

TEST_CASE("the documented tables are the schema") {
  std::string table;
  for (const SettingSpec& spec : settings_schema())
    table += fmt::format("| `{}` | {} | {} | {} | {} |\n", spec.key, spec.allowed(), spec.fallback(),
                         spec.project ? "yes" : "no", spec.help);
  for (const char* page : {"formats/settings.md", "guide/settings.md"}) {
    INFO(page);
    const std::string text = doc(page) + '\n';
    const std::size_t at = text.find("| `hz.person`");
    REQUIRE(at != std::string::npos);
    CHECK(text.substr(at, text.find("\n\n", at) + 1 - at) == table);
  }
}

TEST_CASE("the documented example is read") {
  const std::string text = doc();
  const std::size_t at = text.find("```toml\n") + 8;
  CHECK(read(text.substr(at, text.find("```", at) - at)).runs_at_once == 2);
}

}  // namespace hz
