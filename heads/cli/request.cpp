#include "heads/cli/request.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/text.hpp"

namespace hz::cli {
namespace {

bool* global_of(std::string_view word, Globals& globals) {
  if (word == "--json") return &globals.json;
  if (word == "--no-color") return &globals.no_color;
  if (word == "--help" || word == "-h") return &globals.help;
  if (word == "--version") return &globals.version;
  return nullptr;
}

/// Every name of the command line: "system.daemon.tick".
std::vector<std::string> commands(const Registry& registry) {
  std::vector<std::string> names;
  for (const auto& [name, operation] : registry.all())
    if (operation.heads->cli) names.push_back(name);
  return names;
}

std::string joined(const std::string& path, const std::string& word) {
  return path.empty() ? word : path + '.' + word;
}

/// The full commands that may have been meant by `word`: a neighbour ("tik" below "system.daemon"), or all whose
/// last word it is or nearly is ("status" alone).
std::vector<std::string> meant(const Registry& registry, const std::string& path, const std::string& word) {
  if (const std::string near = nearest(word, words_below(registry, path)); !near.empty())
    return {joined(path, near)};
  std::vector<std::string> last_words;
  const std::vector<std::string> names = commands(registry);
  last_words.reserve(names.size());
  for (const std::string& name : names) last_words.push_back(name.substr(name.rfind('.') + 1));
  const std::string near = nearest(word, last_words);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!near.empty() && last_words[i] == near) found.push_back(names[i]);
  return found;
}

/// "--version" for "version" and "--verison".
std::string option_meant(const std::string& word) {
  const std::vector<std::string> options{"--json", "--no-color", "--help", "--version"};
  return nearest(word.starts_with("--") ? word : "--" + word, options);
}

/// "hz ledger status" or "hz system daemon status"
std::string any_of_commands(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += '"' + command_line_of(names[i]) + '"';
  }
  return text;
}

}  // namespace

Result<void> take_globals(std::vector<std::string>& words, Globals& globals) {
  std::string twice;
  std::vector<std::string> kept;
  bool open = true;
  for (std::string& word : words) {
    open = open && word != "--";
    bool* const global = open ? global_of(word, globals) : nullptr;
    if (global == nullptr) {
      kept.push_back(std::move(word));
      continue;
    }
    if (*global) twice = word;
    *global = true;
  }
  words = std::move(kept);
  if (twice.empty()) return ok();
  return Error{ErrorKind::usage, twice + " is given twice", "", "Nothing was done.", "hz --help"};
}

std::vector<std::string> words_below(const Registry& registry, const std::string& path) {
  std::vector<std::string> words;
  const std::string prefix = path.empty() ? "" : path + '.';
  for (auto at = registry.all().lower_bound(prefix); at != registry.all().end(); ++at) {
    const auto& [name, operation] = *at;
    if (!name.starts_with(prefix)) break;
    if (!operation.heads->cli) continue;
    std::string word = name.substr(prefix.size(), name.find('.', prefix.size()) - prefix.size());
    if (words.empty() || words.back() != word) words.push_back(std::move(word));
  }
  return words;
}

Named follow(const Registry& registry, std::vector<std::string> words) {
  Named named;
  auto next = words.begin();
  for (; next != words.end(); ++next) {
    const std::vector<std::string> known = words_below(registry, named.path);
    if (std::find(known.begin(), known.end(), *next) == known.end()) break;
    named.path = joined(named.path, *next);
  }
  const Operation* const found = registry.find(named.path);
  named.operation = found != nullptr && found->heads->cli ? found : nullptr;
  named.rest.assign(std::make_move_iterator(next), std::make_move_iterator(words.end()));
  return named;
}

std::string command_line_of(const std::string& path) {
  std::string words = path.empty() ? "hz" : "hz " + path;
  std::replace(words.begin(), words.end(), '.', ' ');
  return words;
}

Error no_such_command(const Registry& registry, const Named& named) {
  const std::string command = command_line_of(named.path);
  const std::string& word = named.rest.front();
  Error error{ErrorKind::usage, "", "", "Nothing was done.", command + " --help"};
  if (word.starts_with('-')) {
    error.what = fmt::format("{} has no option {}", command, word);
    error.why = "The options of a command stand behind it.";
    if (const std::string near = option_meant(word); !near.empty())
      error.why = fmt::format("Did you mean {}?", near);
    return error;
  }
  error.what = fmt::format("{} has no command \"{}\"", command, word);
  if (const std::vector<std::string> near = meant(registry, named.path, word); !near.empty()) {
    error.why = fmt::format("Did you mean {}?", any_of_commands(near));
    error.fix = command_line_of(near.front()) + " --help";
  } else if (const std::string option = option_meant(word); !option.empty() && named.path.empty()) {
    error.why = fmt::format("Did you mean hz {}?", option);
  }
  return error;
}

}  // namespace hz::cli
