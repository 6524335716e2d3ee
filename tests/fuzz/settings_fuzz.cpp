// TOML settings: a file is read within the schema's bounds or refused with its places, never half used.
#include "core/config/settings.hpp"
#include "core/config/toml.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

void check(const Settings& settings) {
  for (const SettingSpec& spec : settings_schema()) {
    if (const auto* whole = std::get_if<WholeSetting>(&spec.type))
      HZ_INVARIANT(settings.*whole->field >= whole->min && settings.*whole->field <= whole->max,
                   "a number is within its bounds");
    if (const auto* name = std::get_if<NameSetting>(&spec.type))
      HZ_INVARIANT(!(settings.*name->field) || parse_label(*(settings.*name->field)) == settings.*name->field,
                   "a name is one");
  }
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  const Parsed parsed = read_toml(bytes, "hz.toml");
  HZ_INVARIANT(parsed.root.has_value() != has_error(parsed.problems), "there is a root, or an error");
  const auto settings = read_settings(bytes, {"hz.toml", std::nullopt});
  if (settings) {
    HZ_INVARIANT(parsed.root, "settings come from a file that was read");
    return check(*settings);
  }
  HZ_INVARIANT(
      settings.error().kind == ErrorKind::config && settings.error().why.find("hz.toml") != std::string::npos,
      "a refusal names the file");
}

}  // namespace hz
