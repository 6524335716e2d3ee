// Where everything of a person lies on this machine (decisions, Paths).
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"

namespace hz {

/// What decides it, as the process was started. Empty counts as unset, as the XDG Base Directory Specification
/// says.
struct PathsFrom {
  std::string hz_home, home, xdg_config_home, xdg_data_home, xdg_state_home, xdg_cache_home;
  std::string account_home;  ///< of the passwd entry, for a process without HOME
  bool library = false;      ///< macOS: ~/Library instead of the XDG folders
};

/// Absolute, without "." and "..", without a slash at the end.
struct Paths {
  std::string config;     ///< hz.toml
  std::string contracts;  ///< folder of *.md
  std::string ledger;     ///< me.git
  std::string chats;      ///< folder
  std::string state;      ///< folder
  std::string index;      ///< me.sqlite
  std::string log;        ///< daemon.jsonl
  bool operator==(const Paths&) const = default;
};

/// Pure. HZ_HOME wins over everything; XDG variables that are not absolute (or hold a control character) are
/// ignored, as the specification asks. Environment error when nothing usable is left: hz never falls back to the
/// working directory or to "/".
[[nodiscard]] Result<Paths> resolve_paths(const PathsFrom& from);

/// Of this process: its environment and its account.
[[nodiscard]] PathsFrom paths_of_process();

}  // namespace hz
