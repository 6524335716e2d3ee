#include "heads/host/paths.hpp"

#include "tests/support/catch.hpp"

using namespace hz;

namespace {
const Paths in_home{"/home/ada/.config/hz/hz.toml",
                    "/home/ada/.config/hz/contracts",
                    "/home/ada/.local/share/hz/me.git",
                    "/home/ada/.local/share/hz/chats",
                    "/home/ada/.local/state/hz",
                    "/home/ada/.cache/hz/me.sqlite",
                    "/home/ada/.local/state/hz/log/daemon.jsonl"};

PathsFrom home(std::string path) {
  PathsFrom from;
  from.home = std::move(path);
  return from;
}
}  // namespace

TEST_CASE("HZ_HOME holds everything and nothing else counts") {
  PathsFrom from = home("/home/ada");
  from.xdg_config_home = "/elsewhere";
  from.hz_home = GENERATE("/srv/hz", "/srv/hz/", "/srv//./hz", "/srv/x/../hz", "//srv/hz");
  const Paths expected{
      "/srv/hz/config/hz.toml", "/srv/hz/config/contracts", "/srv/hz/data/me.git",     "/srv/hz/data/chats",
      "/srv/hz/state",          "/srv/hz/cache/me.sqlite",  "/srv/hz/log/daemon.jsonl"};
  const auto paths = resolve_paths(from);
  REQUIRE(paths);
  CHECK(*paths == expected);
}

TEST_CASE("an HZ_HOME that could mean the working directory or the root is refused") {
  PathsFrom from = home("/home/ada");
  const auto [value, shown] = GENERATE(table<std::string, std::string>({{"hz", "hz"},
                                                                        {".", "."},
                                                                        {"./hz", "./hz"},
                                                                        {"~/hz", "~/hz"},
                                                                        {"/", "/"},
                                                                        {"/../..", "/../.."},
                                                                        {"/srv/a\nb", "/srv/a\\nb"}}));
  from.hz_home = value;
  const Error expected{ErrorKind::environment, "HZ_HOME is \"" + shown + "\", which is no folder that hz can use",
                       "It has to be an absolute path, without control characters, and not \"/\".",
                       "Nothing was read or written.", "export HZ_HOME=\"$HOME/.hz\", or unset HZ_HOME"};
  CHECK(resolve_paths(from).error() == expected);
}

TEST_CASE("without HZ_HOME the folders are those of the XDG specification") {
  const auto defaults = resolve_paths(home("/home/ada/"));
  REQUIRE(defaults);
  CHECK(*defaults == in_home);

  PathsFrom from;
  from.xdg_config_home = "/c";
  from.xdg_data_home = "/d";
  from.xdg_state_home = "/s";
  from.xdg_cache_home = "/k";
  const Paths expected{"/c/hz/hz.toml", "/c/hz/contracts", "/d/hz/me.git",          "/d/hz/chats",
                       "/s/hz",         "/k/hz/me.sqlite", "/s/hz/log/daemon.jsonl"};
  const auto paths = resolve_paths(from);
  REQUIRE(paths);
  CHECK(*paths == expected);
}

TEST_CASE("an XDG variable that is relative, empty, the root, or holds a control character is ignored") {
  PathsFrom from = home("/home/ada");
  from.xdg_state_home = GENERATE("state", "", "./state", "/st\nate", "/", "/x/..");
  const auto paths = resolve_paths(from);
  REQUIRE(paths);
  CHECK(*paths == in_home);
}

TEST_CASE("a process without HOME uses the home of its account") {
  PathsFrom from = home(GENERATE("", "relative"));
  from.account_home = "/home/ada";
  const auto paths = resolve_paths(from);
  REQUIRE(paths);
  CHECK(*paths == in_home);
}

TEST_CASE("without any usable home hz says so, and never turns to the working directory or the root") {
  const auto expect = [](const PathsFrom& from, const std::string& why) {
    const Error expected{ErrorKind::environment, "there is no folder for hz's files", why,
                         "Nothing was read or written.", "set HOME, or HZ_HOME, to an absolute path"};
    CHECK(resolve_paths(from).error() == expected);
  };
  PathsFrom from;
  expect(from, "HOME is not set, and the account has no usable home folder.");
  from.account_home = "/";
  expect(from, "HOME is not set, and the account has no usable home folder.");
  from.home = "here";
  expect(from, "HOME is \"here\", and the account has no usable home folder.");
  from.home = "/";
  from.account_home = "/home/ada";
  expect(from, "HOME is \"/\", where hz never writes.");
}

TEST_CASE("on macOS everything is in the Library") {
  PathsFrom from = home("/Users/ada");
  from.library = true;
  from.xdg_config_home = "/ignored";
  const std::string support = "/Users/ada/Library/Application Support/hz";
  const Paths expected{support + "/config/hz.toml",
                       support + "/config/contracts",
                       support + "/data/me.git",
                       support + "/data/chats",
                       support + "/state",
                       "/Users/ada/Library/Caches/hz/me.sqlite",
                       "/Users/ada/Library/Logs/hz/daemon.jsonl"};
  const auto paths = resolve_paths(from);
  REQUIRE(paths);
  CHECK(*paths == expected);
}
