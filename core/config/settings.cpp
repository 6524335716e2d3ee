#include "core/config/settings.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/id.hpp"
#include "core/base/text.hpp"
#include "core/config/toml.hpp"

namespace hz {
namespace {

constexpr std::size_t shown_max = 20;       ///< problems that a message lists; the rest is counted
constexpr std::size_t shown_key_max = 120;  ///< bytes of a key in a message
constexpr const char* label_rule = "1–64 of [a-z0-9._-]";

class Reader {
 public:
  Reader(const SettingsFile& file, const std::vector<SettingSpec>& schema, Problems& problems)
      : file_(file), schema_(schema), problems_(problems) {}

  /// Walks the tables down to the keys of the schema. Depth is that of the schema: what lies below is not looked
  /// at.
  void read(const Node& table, const std::string& path) {
    for (const auto& member : std::get<Node::Map>(table.value)) {
      const std::string key = path.empty() ? member.key : path + "." + member.key;
      if (const SettingSpec* spec = find(key)) {
        bind(*spec, member);
      } else if (!is_table_of_schema(key)) {
        unknown(key, member.place);
      } else if (std::holds_alternative<Node::Map>(member.value.value)) {
        read(member.value, key);
      } else {
        problem(member.value.place, fmt::format("\"{}\" must be a table, not {}", key, member.value.kind_of()),
                fmt::format("write [{}], then its keys below", key));
      }
    }
  }

  [[nodiscard]] Settings take() { return std::move(settings_); }

 private:
  [[nodiscard]] const SettingSpec* find(const std::string& key) const {
    const auto found =
        std::find_if(schema_.begin(), schema_.end(), [&](const SettingSpec& s) { return s.key == key; });
    return found == schema_.end() ? nullptr : &*found;
  }

  [[nodiscard]] bool is_table_of_schema(const std::string& key) const {
    return std::any_of(schema_.begin(), schema_.end(),
                       [&](const SettingSpec& s) { return s.key.starts_with(key + "."); });
  }

  /// Every key and every table of the schema, for the nearest one to be found.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const SettingSpec& spec : schema_) {
      for (std::size_t dot = spec.key.find('.'); dot != std::string::npos; dot = spec.key.find('.', dot + 1))
        all.push_back(spec.key.substr(0, dot));
      all.push_back(spec.key);
    }
    return all;
  }

  void unknown(const std::string& key, const Place& place) {
    const bool listed = problems_.size() < shown_max && key.size() <= shown_key_max;
    const std::string near = listed ? nearest(key, names()) : "";
    problem(place, fmt::format("unknown setting \"{}\"", cut(key, shown_key_max)),
            near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
  }

  void bind(const SettingSpec& spec, const Node::Member& member) {
    if (file_.user_path && !spec.project)
      return problem(member.place, fmt::format("\"{}\" cannot be set by a project", spec.key),
                     fmt::format("set it in your own {}", *file_.user_path));
    const auto& value = member.value.value;
    const bool taken = std::visit(
        Overloaded{[&](const NameSetting& name) { return take_name(name, std::get_if<std::string>(&value)); },
                   [&](const WholeSetting& whole) { return take_whole(whole, std::get_if<std::int64_t>(&value)); },
                   [&](const FlagSetting& flag) { return take_flag(flag, std::get_if<bool>(&value)); }},
        spec.type);
    if (taken) return;
    problem(member.value.place,
            fmt::format("\"{}\" must be {}, not {}", spec.key, spec.allowed(), seen(member.value)),
            fmt::format("leave it out for the default, {}", spec.fallback()));
  }

  static std::string seen(const Node& node) {
    if (const auto* text = std::get_if<std::string>(&node.value)) return fmt::format("\"{}\"", cut(*text, 80));
    if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return fmt::format("{}", *whole);
    return std::string(node.kind_of());
  }

  bool take_name(const NameSetting& name, const std::string* value) {
    const auto label = value != nullptr ? parse_label(*value) : std::nullopt;
    if (label) settings_.*name.field = *label;
    return label.has_value();
  }

  bool take_whole(const WholeSetting& whole, const std::int64_t* value) {
    if (value == nullptr || *value < whole.min || *value > whole.max) return false;
    const auto& only = whole.only;
    if (!only.empty() && std::find(only.begin(), only.end(), *value) == only.end()) return false;
    settings_.*whole.field = *value;
    return true;
  }

  bool take_flag(const FlagSetting& flag, const bool* value) {
    if (value != nullptr) settings_.*flag.field = *value;
    return value != nullptr;
  }

  void problem(const Place& place, std::string what, std::string hint) {
    problems_.push_back({Problem::Weight::error, place, std::move(what), std::move(hint)});
  }

  const SettingsFile& file_;
  const std::vector<SettingSpec>& schema_;
  Problems& problems_;
  Settings settings_;
};

Error refusal(const SettingsFile& file, Problems problems) {
  sort_by_place(problems);
  std::string lines;
  for (std::size_t i = 0; i < std::min(problems.size(), shown_max); ++i)
    lines += (lines.empty() ? "" : "\n") + problems[i].str();
  if (problems.size() > shown_max) lines += fmt::format("\n…and {} more", problems.size() - shown_max);
  return {ErrorKind::config, fmt::format("the settings in {} cannot be used", file.path), lines,
          "Nothing was run: a settings file with a mistake is not used in part.",
          fmt::format("mend {}", file.path)};
}

Error no_label(std::string what, std::string fix) {
  return {ErrorKind::config, std::move(what), fmt::format("A name is {}.", label_rule), "Nothing was run.",
          std::move(fix)};
}

}  // namespace

Result<Settings> read_settings(std::string_view text, const SettingsFile& file,
                               const std::vector<SettingSpec>& schema) {
  Parsed parsed = read_toml(text, file.path);
  Reader reader(file, schema, parsed.problems);
  if (parsed.root) reader.read(*parsed.root, "");
  if (!parsed.problems.empty()) return refusal(file, std::move(parsed.problems));
  return reader.take();
}

std::optional<std::string> parse_label(std::string_view text) {
  if (text.empty() || text.size() > 64) return std::nullopt;
  std::string label(text);
  for (char& c : label) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!allowed) return std::nullopt;
  }
  return label;
}

Result<std::string> resolve_person(const Settings& settings, const std::optional<std::string>& hz_person,
                                   const std::string& login) {
  if (settings.person) return *settings.person;
  const bool from_environment = hz_person && !hz_person->empty();
  const std::string& name = from_environment ? *hz_person : login;
  if (auto label = parse_label(name)) return *std::move(label);
  const std::string shown = cut(name, 80);
  if (from_environment)
    return no_label(fmt::format("HZ_PERSON is \"{}\", which is no name of a person", shown),
                    "set HZ_PERSON to another name, or person under [hz] in hz.toml");
  return no_label(name.empty() ? std::string("it cannot be told who you are: there is no login name")
                               : fmt::format("the login name \"{}\" is no name of a person", shown),
                  "set person under [hz] in hz.toml, or HZ_PERSON");
}

Result<std::string> resolve_host(const Settings& settings, const std::string& host_name) {
  if (settings.host) return *settings.host;
  const std::string first = host_name.substr(0, host_name.find('.'));
  if (auto label = parse_label(first)) return *std::move(label);
  return no_label(fmt::format("the host name \"{}\" gives no name for this machine", cut(host_name, 80)),
                  "set host under [hz] in hz.toml");
}

}  // namespace hz
