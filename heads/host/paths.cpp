#include "heads/host/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "core/base/text.hpp"

namespace hz {
namespace {

bool has_control(const std::string& path) {
  return std::any_of(path.begin(), path.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// The folder in one spelling, or nothing if hz must not write below it.
std::optional<std::string> usable(const std::string& path) {
  if (path.empty() || path.front() != '/' || has_control(path)) return std::nullopt;
  std::string normal = std::filesystem::path{path}.lexically_normal().string();
  while (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  while (normal.starts_with("//")) normal.erase(0, 1);
  if (normal == "/") return std::nullopt;
  return normal;
}

Result<Paths> below_hz_home(const std::string& hz_home) {
  const auto root = usable(hz_home);
  if (!root) {
    return Error{ErrorKind::environment,
                 fmt::format("HZ_HOME is \"{}\", which is no folder that hz can use", escape_for_display(hz_home)),
                 "It has to be an absolute path, without control characters, and not \"/\".",
                 "Nothing was read or written.", "export HZ_HOME=\"$HOME/.hz\", or unset HZ_HOME"};
  }
  return Paths{
      *root + "/config/hz.toml", *root + "/config/contracts", *root + "/data/me.git",     *root + "/data/chats",
      *root + "/state",          *root + "/cache/me.sqlite",  *root + "/log/daemon.jsonl"};
}

/// The variable if it is usable, else the folder in the home. Nothing if there is no home either.
std::optional<std::string> base(const std::string& variable, const std::optional<std::string>& home,
                                const char* below) {
  if (auto folder = usable(variable)) return folder;
  if (home) return *home + below;
  return std::nullopt;
}

Error no_home(const std::string& home) {
  const std::string why = home.empty()  ? "HOME is not set, and the account has no usable home folder."
                          : home == "/" ? "HOME is \"/\", where hz never writes."
                                        : fmt::format("HOME is \"{}\", and the account has no usable home folder.",
                                                      escape_for_display(home));
  return {ErrorKind::environment, "there is no folder for hz's files", why, "Nothing was read or written.",
          "set HOME, or HZ_HOME, to an absolute path"};
}

}  // namespace

Result<Paths> resolve_paths(const PathsFrom& from) {
  if (!from.hz_home.empty()) return below_hz_home(from.hz_home);
  auto home = usable(from.home);
  if (!home && from.home != "/") home = usable(from.account_home);
  if (from.library) {
    if (!home) return no_home(from.home);
    const std::string support = *home + "/Library/Application Support/hz";
    return Paths{support + "/config/hz.toml",
                 support + "/config/contracts",
                 support + "/data/me.git",
                 support + "/data/chats",
                 support + "/state",
                 *home + "/Library/Caches/hz/me.sqlite",
                 *home + "/Library/Logs/hz/daemon.jsonl"};
  }
  const auto config = base(from.xdg_config_home, home, "/.config");
  const auto data = base(from.xdg_data_home, home, "/.local/share");
  const auto state = base(from.xdg_state_home, home, "/.local/state");
  const auto cache = base(from.xdg_cache_home, home, "/.cache");
  if (!config || !data || !state || !cache) return no_home(from.home);
  return Paths{
      *config + "/hz/hz.toml", *config + "/hz/contracts", *data + "/hz/me.git",           *data + "/hz/chats",
      *state + "/hz",          *cache + "/hz/me.sqlite",  *state + "/hz/log/daemon.jsonl"};
}

PathsFrom paths_of_process() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  PathsFrom from;
  from.hz_home = variable("HZ_HOME");
  from.home = variable("HOME");
  from.xdg_config_home = variable("XDG_CONFIG_HOME");
  from.xdg_data_home = variable("XDG_DATA_HOME");
  from.xdg_state_home = variable("XDG_STATE_HOME");
  from.xdg_cache_home = variable("XDG_CACHE_HOME");
  if (const passwd* account = ::getpwuid(::geteuid()); account != nullptr && account->pw_dir != nullptr) {
    from.account_home = account->pw_dir;
  }
#ifdef __APPLE__
  from.library = true;
#endif
  return from;
}

}  // namespace hz
