#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/id.hpp"
#include "core/config/settings.hpp"

namespace hz {

const std::vector<SettingSpec>& settings_schema() {
  static const std::vector<SettingSpec> schema{
      {"hz.person", NameSetting{&Settings::person}, "Who you are, in receipts and commits."},
      {"hz.host", NameSetting{&Settings::host}, "What this machine is called, beside its random id."},
      // Slots are counted in intervals, so an interval divides an hour (D1).
      {"system.daemon.interval_minutes",
       WholeSetting{&Settings::interval_minutes, 1, 60, {1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60}},
       "How often the scheduler starts a tick."},
      {"system.daemon.runs_at_once", WholeSetting{&Settings::runs_at_once, 1, 64, {}},
       "How many runs one tick has under way at the same time."},
      {"system.ledger.allow_network_fs", FlagSetting{&Settings::allow_network_fs},
       "Allow a ledger on a network file system, whose locks may not hold."},
      {"system.log.max_mb", WholeSetting{&Settings::log_max_mb, 1, 1000, {}},
       "Size in MB at which log/daemon.jsonl is rotated."},
      {"system.log.keep", WholeSetting{&Settings::log_keep, 1, 100, {}}, "How many rotated logs are kept."},
  };
  return schema;
}

std::string settings_template() {
  std::string text =
      "# Settings of hz. Every setting has a default; take the # away before one to change it.\n"
      "# `hz system config show` says what is in effect, `hz system config set` writes here too.\n";
  std::string table;
  for (const SettingSpec& spec : settings_schema()) {
    const std::size_t dot = spec.key.rfind('.');
    if (spec.key.substr(0, dot) != table) {
      table = spec.key.substr(0, dot);
      text += fmt::format("\n[{}]\n", table);
    }
    const bool is_name = std::holds_alternative<NameSetting>(spec.type);
    const std::string sample = !is_name ? spec.fallback() : spec.key == "hz.host" ? "\"laptop\"" : "\"ada\"";
    text += fmt::format("# {} Values: {}. Default: {}.\n# {} = {}\n", spec.help, spec.allowed(), spec.fallback(),
                        spec.key.substr(dot + 1), sample);
  }
  return text;
}

std::string SettingSpec::allowed() const {
  return std::visit(Overloaded{[](const NameSetting&) { return std::string("1–64 of [a-z0-9._-]"); },
                               [](const WholeSetting& whole) {
                                 return whole.only.empty() ? fmt::format("{} to {}", whole.min, whole.max)
                                                           : fmt::format("{}", fmt::join(whole.only, ", "));
                               },
                               [](const FlagSetting&) { return std::string("true or false"); }},
                    type);
}

std::string SettingSpec::fallback() const {
  const Settings defaults;
  const bool is_host = key == "hz.host";
  return std::visit(
      Overloaded{[&](const NameSetting&) {
                   return std::string(is_host ? "the host name's first label" : "HZ_PERSON, else the login name");
                 },
                 [&](const WholeSetting& whole) { return fmt::format("{}", defaults.*whole.field); },
                 [&](const FlagSetting& flag) { return std::string(defaults.*flag.field ? "true" : "false"); }},
      type);
}

}  // namespace hz
