// hz system config on a real file: what is shown, changed, refused, and what becomes of it meanwhile.
#include "core/ops/config.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/config/settings.hpp"
#include "heads/host/settings_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/command_line.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;

/// A settings file of its own, and hz system config over it.
class World {
 public:
  World() {
    declare_config(registry_, [this]() -> Result<ConfigPorts> {
      return ConfigPorts{std::make_shared<DiskSettingsText>(path()), "Ada", "login", "laptop.example.org"};
    });
  }

  [[nodiscard]] std::string path() const { return folder_.path() + "/config/hz.toml"; }
  [[nodiscard]] std::string text() const { return test::file_text(path()); }
  void write(const std::string& text) const {
    fs::create_directories(folder_.path() + "/config");
    std::ofstream(path(), std::ios::binary) << text;
  }
  [[nodiscard]] mode_t mode() const {
    struct stat status {};
    return ::stat(path().c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  /// What is in the folder beside the file.
  [[nodiscard]] std::size_t others() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder_.path() + "/config"))
      if (entry.path().filename() != "hz.toml") ++count;
    return count;
  }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }

  /// "hz system config …", split at blanks.
  [[nodiscard]] test::Printed run(const std::string& words) const {
    return test::run_words(registry_, test::words_of("system config " + words));
  }

 private:
  test::TempFolder folder_;
  Registry registry_;
};

std::string shown(const World& world, const std::string& text) {
  std::string out = text;
  for (std::size_t at = out.find(world.path()); at != std::string::npos; at = out.find(world.path()))
    out.replace(at, world.path().size(), "hz.toml");
  return out;
}

}  // namespace

TEST_CASE("show lists every setting with its value and its place in the file, or that it is the default") {
  const World world;
  world.write("# mine\n[system.log]\nkeep = 2\n");
  const test::Printed printed = world.run("show --json");
  CHECK(printed.exit == 0);
  const Json document = Json::parse(printed.out);
  CHECK(document.at("items").size() == settings_schema().size());
  for (const Json& item : document.at("items")) {
    INFO(item.dump());
    const bool set = item.at("setting") == "system.log.keep";
    CHECK(item.at("from") == (set ? "file" : "default"));
    CHECK(item.at("line") == (set ? Json(3) : Json(nullptr)));
    if (set) CHECK(item.at("value") == 2);
    if (item.at("setting") == "hz.person") CHECK(item.at("value") == "ada");
    if (item.at("setting") == "hz.host") CHECK(item.at("value") == "laptop");
  }
  test::check_golden("cli/config_show.txt", shown(world, world.run("show").out));
}

TEST_CASE("reading makes no file") {
  const World world;
  CHECK(world.run("show").exit == 0);
  CHECK(world.run("get hz.person") == test::Printed{0, "ada\n", ""});
  CHECK_FALSE(fs::exists(world.folder() + "/config"));
}

TEST_CASE("the first setting makes the file, for its owner alone; unset takes it out again") {
  const World world;
  CHECK(world.run("set system.log.keep 7") == test::Printed{0, "system.log.keep is 7 now\n", ""});
  CHECK(world.text() == "[system.log]\nkeep = 7\n");
  CHECK(world.mode() == 0600);
  CHECK(world.run("set system.log.keep 7").out == "system.log.keep was 7 already\n");
  CHECK(world.run("unset system.log.keep").out == "system.log.keep is 5 again, its default\n");
  CHECK(world.run("unset system.log.keep").out == "system.log.keep was not set: it is 5, its default\n");
  CHECK(world.text() == "[system.log]\n");
  CHECK(world.others() == 0);
}

TEST_CASE("what the person wrote stays as it is, quotes and mode included") {
  const World world;
  world.write("# who\r\n[hz]\r\n\r\n  person = 'bob'   # me\r\n");
  ::chmod(world.path().c_str(), 0640);
  CHECK(world.run("set hz.person Carol").out == "hz.person is carol now\n");
  CHECK(world.text() == "# who\r\n[hz]\r\n\r\n  person = 'carol'   # me\r\n");
  CHECK(world.mode() == 0640);
}

TEST_CASE("a name, a type or a bound that is not the schema's is refused before the file is touched") {
  const World world;
  CHECK(world.run("set hz.persn ada") ==
        test::Printed{2, "",
                      "Error: there is no setting \"hz.persn\"\n  Did you mean \"hz.person\"?\n"
                      "  Nothing was changed.\n  Next: hz system config show\n"});
  CHECK(world.run("set system.log.keep 101").err ==
        "Error: \"system.log.keep\" must be 1 to 100, not \"101\"\n  How many rotated logs are kept.\n"
        "  Nothing was changed.\n  Next: hz system config show\n");
  for (const char* words : {"set system.log.keep 1.5", "set system.log.keep +5", "set system.log.keep five",
                            "set system.ledger.allow_network_fs yes", "set hz.person a/b",
                            "set system.daemon.interval_minutes 7", "set system.log 5", "get nothing"}) {
    INFO(words);
    CHECK(world.run(words).exit == 2);
  }
  CHECK_FALSE(fs::exists(world.path()));
}

TEST_CASE("a file with a mistake in it is refused by its place and left alone") {
  const World world;
  const std::string broken = "[hz]\nperson = \n";
  world.write(broken);
  for (const char* words : {"set hz.host x", "unset hz.host", "show", "get hz.host"}) {
    INFO(words);
    const test::Printed printed = world.run(words);
    CHECK(printed.exit == 3);
    CHECK(printed.err ==
          fmt::format(
              "Error: the settings in {0} cannot be used\n"
              "  {0}:2:10: not valid TOML: expected value, saw the line's end — write one key = value a line, "
              "text in quotes\n"
              "  Nothing was run: a settings file with a mistake is not used in part.\n"
              "  Next: mend {0}\n",
              world.path()));
  }
  CHECK(world.text() == broken);
  CHECK(world.others() == 0);
}

TEST_CASE("init writes a file that means nothing yet, and never over another") {
  const World world;
  CHECK(world.run("init").exit == 0);
  CHECK(world.mode() == 0600);
  CHECK(*read_settings(world.text(), {"hz.toml", std::nullopt}) == Settings{});
  const std::string before = world.text();
  const test::Printed again = world.run("init");
  CHECK(again.exit == 2);
  CHECK(shown(world, again.err) ==
        "Error: hz.toml is there already\n  A settings file is never overwritten.\n  It is unchanged.\n"
        "  Next: hz system config show\n");
  CHECK(world.text() == before);
}

TEST_CASE("every setting that init wrote can be set behind its own comment, and all are defaults then") {
  const World world;
  REQUIRE(world.run("init").exit == 0);
  for (const SettingSpec& spec : settings_schema()) {
    INFO(spec.key);
    const bool is_name = std::holds_alternative<NameSetting>(spec.type);
    CHECK(world.run("set " + spec.key + ' ' + (is_name ? "ada" : spec.fallback())).exit == 0);
    const std::string key = spec.key.substr(spec.key.rfind('.') + 1);
    const std::string text = world.text();
    const std::size_t line = text.find("\n" + key + " = ");
    REQUIRE(line != std::string::npos);
    const std::string above = text.substr(0, line);
    CHECK_THAT(above.substr(above.rfind('\n') + 1), Catch::Matchers::StartsWith("# " + key + " = "));
  }
  CHECK(read_settings(world.text(), {"hz.toml", std::nullopt})->log_keep == 5);
}

TEST_CASE("a link stays a link: the file that it leads to is changed") {
  const World world;
  world.write("");
  fs::create_directories(world.folder() + "/dotfiles");
  fs::rename(world.path(), world.folder() + "/dotfiles/my.toml");
  fs::create_symlink("../dotfiles/my.toml", world.path());
  CHECK(world.run("set system.log.keep 7").exit == 0);
  CHECK(fs::is_symlink(world.path()));
  CHECK(test::file_text(world.folder() + "/dotfiles/my.toml") == "[system.log]\nkeep = 7\n");
  fs::remove(world.folder() + "/dotfiles/my.toml");
  const test::Printed dangling = world.run("set system.log.keep 8");
  CHECK(dangling.exit == 4);
  CHECK(dangling.err == fmt::format("Error: cannot follow {0}\n  No such file or directory.\n  It is unchanged.\n"
                                    "  Next: see who may use it: ls -ld {0}\n",
                                    world.path()));
  CHECK_FALSE(fs::exists(world.folder() + "/dotfiles/my.toml"));
}

TEST_CASE("of changes at the same moment none is lost") {
  const World world;
  world.write("# shared\n");
  const std::vector<std::string> settings{"system.log.keep 9", "system.log.max_mb 9",
                                          "system.daemon.runs_at_once 9", "hz.host nine"};
  for (int round = 0; round < 20; ++round) {
    world.write("# shared\n");
    std::vector<pid_t> children;
    for (const std::string& setting : settings) {
      const pid_t child = ::fork();
      REQUIRE(child >= 0);
      if (child == 0) ::_exit(world.run("set " + setting).exit);
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = 0;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(status == 0);
    }
    const auto read = read_settings(world.text(), {"hz.toml", std::nullopt});
    REQUIRE(read);
    CHECK(read->log_keep + read->log_max_mb + read->runs_at_once == 27);
    CHECK(read->host == "nine");
    CHECK(world.others() == 0);
  }
}

}  // namespace hz
