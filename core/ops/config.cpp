#include "core/ops/config.hpp"

#include <charconv>
#include <fmt/format.h>

#include "core/base/id.hpp"
#include "core/base/text.hpp"
#include "core/config/settings.hpp"
#include "core/config/toml.hpp"
#include "core/config/toml_edit.hpp"

namespace hz {

namespace {

constexpr const char* unchanged = "Nothing was changed.";
constexpr std::size_t given_bytes_max = 80;

TomlPath path_of(const std::string& key) {
  TomlPath path;
  for (std::size_t from = 0; from <= key.size();) {
    const std::size_t dot = std::min(key.find('.', from), key.size());
    path.push_back(key.substr(from, dot - from));
    from = dot + 1;
  }
  return path;
}

Result<const SettingSpec*> setting_called(const std::string& key) {
  std::vector<std::string> keys;
  for (const SettingSpec& spec : settings_schema()) {
    if (spec.key == key) return &spec;
    keys.push_back(spec.key);
  }
  const std::string near = nearest(key, keys);
  return Error{ErrorKind::usage, fmt::format("there is no setting \"{}\"", cut(key, given_bytes_max)),
               near.empty() ? "" : fmt::format("Did you mean \"{}\"?", near), unchanged, "hz system config show"};
}

/// What the file says: where each setting stands in it, and what it means.
struct ReadFile {
  std::string text;
  std::optional<Node> root;
  Settings settings;
  bool is_there = false;

  [[nodiscard]] const Node* find(const std::string& key) const {
    const Node* node = root ? &*root : nullptr;
    for (const std::string& part : path_of(key)) node = node == nullptr ? nullptr : node->find(part);
    return node;
  }
};

/// A file with a mistake in it is neither shown in part nor changed.
Result<ReadFile> read_file(const std::string& path, const std::optional<std::string>& bytes) {
  ReadFile file{bytes.value_or(""), std::nullopt, {}, bytes.has_value()};
  HZ_TRY_ASSIGN(file.settings, read_settings(file.text, {path, std::nullopt}));
  file.root = read_toml(file.text, path).root;
  return file;
}

Json value_of(const SettingSpec& spec, const Settings& settings, const ConfigPorts& ports) {
  return std::visit(Overloaded{[&](const NameSetting&) -> Json {
                                 const auto name = spec.key == "hz.host"
                                                       ? resolve_host(settings, ports.host_name)
                                                       : resolve_person(settings, ports.hz_person, ports.login);
                                 return name ? Json(*name) : Json(nullptr);
                               },
                               [&](const WholeSetting& whole) -> Json { return settings.*whole.field; },
                               [&](const FlagSetting& flag) -> Json { return settings.*flag.field; }},
                    spec.type);
}

Json item_of(const SettingSpec& spec, const ReadFile& file, const ConfigPorts& ports) {
  const Node* const node = file.find(spec.key);
  return {{"setting", spec.key},
          {"value", value_of(spec, file.settings, ports)},
          {"default", spec.fallback()},
          {"from", node != nullptr ? "file" : "default"},
          {"file", node != nullptr ? Json(node->place.file) : Json(nullptr)},
          {"line", node != nullptr ? Json(node->place.line) : Json(nullptr)},
          {"allowed", spec.allowed()},
          {"says", spec.help},
          {"project", spec.project}};
}

Result<Answer> show(const ConfigPorts& ports) {
  HZ_TRY_ASSIGN(const auto bytes, ports.file->read());
  const std::string& path = ports.file->path();
  HZ_TRY_ASSIGN(const ReadFile file, read_file(path, bytes));
  Json items = Json::array();
  for (const SettingSpec& spec : settings_schema()) items.push_back(item_of(spec, file, ports));
  return Answer{{{"items", std::move(items)},
                 {"path", path},
                 {"exists", file.is_there},
                 {"message", file.is_there ? "set in " + path
                                           : "there is no " + path + "; next: hz system config set, or init"}}};
}

Result<Answer> get(const ConfigPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const SettingSpec* const spec, setting_called(args.text("setting").value_or("")));
  HZ_TRY_ASSIGN(const auto bytes, ports.file->read());
  HZ_TRY_ASSIGN(const ReadFile file, read_file(ports.file->path(), bytes));
  // A name that cannot be told is an error with its fix, as it is for every other command.
  if (spec->key == "hz.person") HZ_TRY(resolve_person(file.settings, ports.hz_person, ports.login));
  if (spec->key == "hz.host") HZ_TRY(resolve_host(file.settings, ports.host_name));
  return Answer{item_of(*spec, file, ports)};
}

/// The value as TOML writes it, in quotes like those of `like`; nothing if it is not of the type.
std::optional<std::string> literal_of(const SettingSpec& spec, const std::string& value, std::string_view like) {
  return std::visit(Overloaded{[&](const NameSetting&) -> std::optional<std::string> {
                                 const auto label = parse_label(value);
                                 return label ? std::optional(toml_text(*label, like)) : std::nullopt;
                               },
                               [&](const WholeSetting&) -> std::optional<std::string> {
                                 std::int64_t number = 0;
                                 const char* const end = value.data() + value.size();
                                 const auto [to, fault] = std::from_chars(value.data(), end, number);
                                 if (fault != std::errc{} || to != end) return std::nullopt;
                                 return fmt::format("{}", number);
                               },
                               [&](const FlagSetting&) -> std::optional<std::string> {
                                 return value == "true" || value == "false" ? std::optional(value) : std::nullopt;
                               }},
                    spec.type);
}

Result<std::string> checked_literal(const SettingSpec& spec, const std::string& value, std::string_view like) {
  const auto literal = literal_of(spec, value, like);
  if (literal && read_settings(fmt::format("{} = {}", spec.key, *literal), {"", std::nullopt})) return *literal;
  return Error{ErrorKind::usage,
               fmt::format("\"{}\" must be {}, not \"{}\"", spec.key, spec.allowed(), cut(value, given_bytes_max)),
               spec.help, unchanged, "hz system config show"};
}

/// How the value stands in the text now, in its quotes.
std::string written_value(std::string_view text, const TomlPath& path) {
  for (const TomlPart& part : toml_layout(text))
    if (part.kind != TomlPart::Kind::table && part.path == path)
      return std::string(text.substr(part.value, part.end - part.value));
  return {};
}

/// What became of one setting.
Answer changed_answer(const SettingSpec& spec, const ReadFile& before, const ReadFile& after,
                      const ConfigPorts& ports) {
  Json document = item_of(spec, after, ports);
  const Json value = document["value"];
  const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
  const bool was_set = before.find(spec.key) != nullptr;
  const bool is_set = after.find(spec.key) != nullptr;
  const bool changed = before.text != after.text;
  document["before"] = value_of(spec, before.settings, ports);
  document["changed"] = changed;
  document["message"] = is_set && changed ? fmt::format("{} is {} now", spec.key, shown)
                        : is_set          ? fmt::format("{} was {} already", spec.key, shown)
                        : was_set         ? fmt::format("{} is {} again, its default", spec.key, shown)
                                          : fmt::format("{} was not set: it is {}, its default", spec.key, shown);
  return {std::move(document)};
}

using Edit = std::function<Result<std::string>(const std::string& text)>;

/// Reads, edits and writes under the file's lock; what would not be read again is not written.
Result<Answer> change(const ConfigPorts& ports, const SettingSpec& spec, const Edit& edit) {
  ReadFile before;
  ReadFile after;
  const std::string& path = ports.file->path();
  HZ_TRY(ports.file->edit([&](const std::optional<std::string>& old) -> Result<std::optional<std::string>> {
    HZ_TRY_ASSIGN(before, read_file(path, old));
    HZ_TRY_ASSIGN(const std::string text, edit(before.text));
    HZ_TRY_ASSIGN(after, read_file(path, text));
    return text == before.text ? std::nullopt : std::optional(text);
  }));
  return changed_answer(spec, before, after, ports);
}

Result<Answer> set(const ConfigPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const SettingSpec* const spec, setting_called(args.text("setting").value_or("")));
  const std::string value = args.text("value").value_or("");
  const TomlPath path = path_of(spec->key);
  HZ_TRY(checked_literal(*spec, value, ""));
  return change(ports, *spec, [&](const std::string& text) -> Result<std::string> {
    HZ_TRY_ASSIGN(const std::string literal, checked_literal(*spec, value, written_value(text, path)));
    return set_toml(text, path, literal);
  });
}

Result<Answer> unset(const ConfigPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const SettingSpec* const spec, setting_called(args.text("setting").value_or("")));
  return change(ports, *spec, [&](const std::string& text) { return unset_toml(text, path_of(spec->key)); });
}

Result<Answer> init(const ConfigPorts& ports) {
  const std::string& path = ports.file->path();
  HZ_TRY(ports.file->edit([&](const std::optional<std::string>& old) -> Result<std::optional<std::string>> {
    if (!old) return std::optional(settings_template());
    return Error{ErrorKind::usage, path + " is there already", "A settings file is never overwritten.",
                 "It is unchanged.", "hz system config show"};
  }));
  return Answer{{{"path", path}, {"message", "wrote " + path + ", every setting commented out"}}};
}

}  // namespace

void declare_config(Registry& registry, std::function<Result<ConfigPorts>()> open) {
  const auto with_ports = [open = std::move(open)](auto function) {
    return [open, function](const Args& args) -> Result<Answer> {
      HZ_TRY_ASSIGN(const ConfigPorts ports, open());
      return function(ports, args);
    };
  };
  const Param setting{.name = "setting",
                      .help = "its key, such as system.daemon.interval_minutes",
                      .positional = true,
                      .required = true,
                      .value_name = "SETTING"};
  registry.add({.name = "system.config.show",
                .summary = "Every setting: its value, where it comes from, what it is",
                .reach = Reach::reads,
                .heads = everywhere,
                .examples = {{"hz system config show", "what is in effect"}},
                .run = with_ports([](const ConfigPorts& ports, const Args&) { return show(ports); })});
  registry.add({.name = "system.config.get",
                .summary = "One setting's value, as it is in effect",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {setting},
                .examples = {{"hz system config get hz.person", "who hz takes you for"}},
                .run = with_ports([](const ConfigPorts& ports, const Args& args) { return get(ports, args); })});
  registry.add(
      {.name = "system.config.set",
       .summary = "Set one setting in your hz.toml; the rest of the file stays as you wrote it",
       .reach = Reach::rules,
       .heads = cli_only,
       .params =
           {setting,
            {.name = "value", .help = "as hz system config show lists it", .positional = true, .required = true}},
       .examples = {{"hz system config set system.daemon.interval_minutes 10", "a tick every ten minutes"}},
       .run = with_ports([](const ConfigPorts& ports, const Args& args) { return set(ports, args); }),
       .details = "Comments, order and blank lines are kept. A file with a mistake in it is not touched."});
  registry.add({.name = "system.config.unset",
                .summary = "Take one setting out of your hz.toml: its default holds again",
                .reach = Reach::rules,
                .heads = cli_only,
                .params = {setting},
                .examples = {{"hz system config unset system.log.keep", "as many logs as hz thinks right"}},
                .run = with_ports([](const ConfigPorts& ports, const Args& args) { return unset(ports, args); })});
  registry.add({.name = "system.config.init",
                .summary = "Write a settings file to start from, every setting commented out",
                .reach = Reach::rules,
                .heads = cli_only,
                .examples = {{"hz system config init", "never overwrites one"}},
                .run = with_ports([](const ConfigPorts& ports, const Args&) { return init(ports); })});
}

}  // namespace hz
