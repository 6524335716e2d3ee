#include "heads/cli/help.hpp"

#include <array>
#include <fmt/format.h>

#include "heads/cli/request.hpp"
#include "heads/cli/table.hpp"

namespace hz::cli {
namespace {

constexpr std::size_t prose_columns = 100;

std::string heading(std::string_view text, const Style& style) {
  return '\n' + style.strong(text) + '\n';
}

std::string prose(std::string_view text, const Style& style) {
  const std::size_t columns = style.columns == 0 ? prose_columns : std::min(style.columns, prose_columns);
  return wrapped(text, columns, 0) + '\n';
}

/// "TIME", "N", or the choices themselves: "oldest|newest".
std::string value_name(const Param& param) {
  if (!param.value_name.empty()) return param.value_name;
  if (param.choices.empty()) return param.type == ParamType::integer ? "N" : "TEXT";
  return fmt::format("{}", fmt::join(param.choices, "|"));
}

/// "a whole number from 1 to 1000; default 100"
std::string limits_of(const Param& param) {
  std::string limits;
  if (param.type == ParamType::integer) limits = takes(param);
  if (param.fallback.is_null() || param.type == ParamType::flag) return limits;
  return limits + (limits.empty() ? "default " : "; default ") + shown(param.fallback);
}

Table parameters(const Operation& operation, bool positional) {
  Table table;
  for (const Param& param : operation.params)
    if (param.positional == positional) table.add({Cell{option_text(param)}, Cell{help_of(param)}});
  return table;
}

void add_globals(Table& table, bool of_hz = false) {
  for (const auto& [option, says] : global_options(of_hz)) table.add({Cell{option}, Cell{says}});
}

/// Where a chain of groups has only one way on, the end of it: "system.daemon" for "system".
std::string end_of_chain(const Registry& registry, std::string path) {
  while (registry.find(path) == nullptr) {
    const std::vector<std::string> words = words_below(registry, path);
    if (words.size() != 1) break;
    path += '.' + words.front();
  }
  return path;
}

std::vector<std::string> entries(const Registry& registry, const std::string& path) {
  std::vector<std::string> paths;
  const std::string before = path.empty() ? "" : path + '.';
  for (const std::string& word : words_below(registry, path)) {
    std::string whole = before;
    paths.push_back(end_of_chain(registry, whole.append(word)));
  }
  return paths;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> global_options(bool of_hz) {
  std::vector<std::pair<std::string, std::string>> options{
      {"--json", "print one JSON document, errors too"},
      {"--no-color", "no colours; NO_COLOR in the environment does the same"},
      {"-h, --help", "what the command does and takes"}};
  if (of_hz) options.emplace_back("--version", "the version of hz");
  return options;
}

std::string option_text(const Param& param) {
  const std::string name = spelled(param, Spelling::command_line);
  return param.positional || param.type == ParamType::flag ? name : name + ' ' + value_name(param);
}

std::string usage_line(const Operation& operation) {
  std::string line = command_line_of(operation);
  for (const bool positional : {true, false})
    for (const Param& param : operation.params)
      if (param.positional == positional)
        line += fmt::format(fmt::runtime(param.required ? " {}" : " [{}]"), option_text(param));
  return line;
}

std::string help_of(const Param& param) {
  const std::string limits = limits_of(param);
  return limits.empty() ? param.help : fmt::format("{} ({})", param.help, limits);
}

std::string summary_of(const Registry& registry, const std::string& path) {
  if (const Operation* operation = registry.find(path); operation != nullptr && operation->heads->cli)
    return operation->summary;
  if (const std::string& about = registry.about(path); !about.empty()) return about;
  std::string words;
  for (const std::string& word : words_below(registry, path)) words += (words.empty() ? "" : ", ") + word;
  return words;
}

std::string front_page(const Registry& registry, const Style& style) {
  struct Step {
    const char* operation;
    const char* command;
    const char* says;
  };
  constexpr std::array steps{
      Step{"contract.new", "hz contract new digest", "write a first contract: what to do, and when"},
      Step{"system.daemon.tick", "hz system daemon tick", "run what is due, and leave a receipt of each run"},
      Step{"draft.list", "hz draft list", "see what was rendered"},
      Step{"why", "hz why contract:digest", "ask why a job ran, or did not"},
      Step{"audit.verify", "hz audit verify", "check every event that ever happened"},
  };
  Table table;
  for (const Step& step : steps)
    if (registry.find(step.operation) != nullptr) table.add({Cell{step.command}, Cell{step.says}});

  std::string out = prose(what_hz_is, style);
  if (!table.empty()) out += heading("Start here", style) + table.str(style, 2);
  return out + "\nAll commands: hz --help\n";
}

std::string group_help(const Registry& registry, const std::string& path, const Style& style) {
  std::string out = style.strong(command_line_of(path) + " COMMAND") + '\n';
  if (const std::string& about = registry.about(path); !about.empty()) out += '\n' + prose(about, style);
  Table commands;
  for (const std::string& entry : entries(registry, path))
    commands.add({Cell{command_line_of(entry)}, Cell{summary_of(registry, entry)}});
  Table options;
  add_globals(options, path.empty());
  out += heading("Commands", style) + commands.str(style, 2);
  out += heading("Options", style) + options.str(style, 2);
  return out + fmt::format("\nMore about one: {} COMMAND --help\n", command_line_of(path));
}

std::string operation_help(const Operation& operation, const Style& style) {
  std::string out = style.strong(usage_line(operation)) + "\n\n" + prose(operation.summary + '.', style);
  if (!operation.details.empty()) out += '\n' + prose(operation.details, style);
  if (const Table words = parameters(operation, true); !words.empty())
    out += heading("Arguments", style) + words.str(style, 2);
  Table options = parameters(operation, false);
  add_globals(options);
  out += heading("Options", style) + options.str(style, 2);
  if (!operation.examples.empty()) {
    Table examples;
    for (const Example& example : operation.examples) examples.add({Cell{example.command}, Cell{example.says}});
    out += heading("Examples", style) + examples.str(style, 2);
  }
  Table codes;
  for (const ExitCode& code : exit_codes())
    codes.add({Cell{std::to_string(code.code)}, Cell{std::string{code.meaning}}});
  return out + heading("Exit codes", style) + codes.str(style, 2);
}

Json group_document(const Registry& registry, const std::string& path) {
  Json items = Json::array();
  for (const std::string& entry : entries(registry, path))
    items.push_back({{"command", command_line_of(entry)}, {"summary", summary_of(registry, entry)}});
  return {{"items", items}};
}

std::string schema_of(const Operation& operation) {
  return "docs/formats/schemas/" + operation.name + ".json";
}

Json operation_document(const Operation& operation) {
  Json params = Json::array();
  for (const Param& param : operation.params)
    params.push_back({{"name", param.name},
                      {"takes", takes(param)},
                      {"help", param.help},
                      {"positional", param.positional},
                      {"required", param.required},
                      {"default", param.fallback}});
  Json examples = Json::array();
  for (const Example& example : operation.examples)
    examples.push_back({{"command", example.command}, {"says", example.says}});
  return {{"operation", operation.name},  {"command", command_line_of(operation)}, {"summary", operation.summary},
          {"details", operation.details}, {"reach", to_text(operation.reach)},     {"params", params},
          {"examples", examples},         {"schema", schema_of(operation)}};
}

}  // namespace hz::cli
