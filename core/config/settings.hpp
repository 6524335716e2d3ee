// The settings in hz.toml. The schema is data, declared once in settings.cpp: the reader, the messages and
// docs/formats/settings.md all come from it.
//
// Two files are read. The user's (config/hz.toml) may set everything. A project's (the nearest .hz/hz.toml upwards
// of the working directory) may set only what is declared project = true, which nothing is so far; the daemon reads
// none (D15): a cloned repository can never choose what runs unattended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/config/node.hpp"

namespace hz {

/// All settings, with their defaults.
struct Settings {
  std::optional<std::string> person;  ///< hz.person, lower-case
  std::optional<std::string> host;    ///< hz.host, lower-case
  std::int64_t interval_minutes = 5;  ///< system.daemon.interval_minutes
  std::int64_t runs_at_once = 4;      ///< system.daemon.runs_at_once
  bool allow_network_fs = false;      ///< system.ledger.allow_network_fs
  std::int64_t log_max_mb = 10;       ///< system.log.max_mb
  std::int64_t log_keep = 5;          ///< system.log.keep

  bool operator==(const Settings&) const = default;
};

/// A name of a person or host: 1–64 of [a-z0-9._-].
struct NameSetting {
  std::optional<std::string> Settings::*field;
};
struct WholeSetting {
  std::int64_t Settings::*field;
  std::int64_t min, max;
  std::vector<std::int64_t> only;  ///< if not empty: no other value
};
struct FlagSetting {
  bool Settings::*field;
};

struct SettingSpec {
  std::string key;  ///< dotted: "system.daemon.interval_minutes"
  std::variant<NameSetting, WholeSetting, FlagSetting> type;
  std::string help;      ///< one sentence
  bool project = false;  ///< a project's file may set it

  [[nodiscard]] std::string allowed() const;   ///< in words: "1 to 64", "true or false"
  [[nodiscard]] std::string fallback() const;  ///< the default as written in TOML; for names, where it comes from
};
[[nodiscard]] const std::vector<SettingSpec>& settings_schema();
/// A settings file to start from: every setting commented out, with its default and what it is.
[[nodiscard]] std::string settings_template();

/// Which file a text came from.
struct SettingsFile {
  std::string path;                      ///< as people know it; messages name it
  std::optional<std::string> user_path;  ///< set for a project's file: the file that may hold what this one may not
};

/// A file that is not right in one place is not used at all. Config error that lists every problem with its place,
/// key and hint. Keys that are not set have their defaults.
[[nodiscard]] Result<Settings> read_settings(std::string_view text, const SettingsFile& file,
                                             const std::vector<SettingSpec>& schema = settings_schema());

/// Who: [hz] person, else HZ_PERSON (empty counts as unset), else the login name; lower-cased. Config error with
/// its fix when the first of them that is there is no name. git's own user.* is never read.
[[nodiscard]] Result<std::string> resolve_person(const Settings& settings,
                                                 const std::optional<std::string>& hz_person,
                                                 const std::string& login);
/// Where: [hz] host, else the first label of the host name; lower-cased.
[[nodiscard]] Result<std::string> resolve_host(const Settings& settings, const std::string& host_name);

/// Lower-cased, if it is then 1–64 of [a-z0-9._-]; else nothing. Only ASCII letters are lower-cased.
[[nodiscard]] std::optional<std::string> parse_label(std::string_view text);

}  // namespace hz
