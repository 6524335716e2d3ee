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

/// The full command that may have been meant by `word`: a neighbour ("tik" below "system.daemon"), or any command
/// whose last word it is or nearly is ("tick" alone).
std::string meant(const Registry& registry, const std::string& path, const std::string& word) {
  if (const std::string near = nearest(word, words_below(registry, path)); !near.empty()) return joined(path, near);
  std::vector<std::string> last_words;
  const std::vector<std::string> names = commands(registry);
  for (const std::string& name : names) last_words.push_back(name.substr(name.rfind('.') + 1));
  const std::string near = nearest(word, last_words);
  if (near.empty()) return {};
  const auto at = std::find(last_words.begin(), last_words.end(), near) - last_words.begin();
  return names[static_cast<std::size_t>(at)];
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
  Error error{ErrorKind::usage, "", "", "Nothing was done.", command + " --help"};
  if (named.rest.empty()) {
    error.what = command + " is not a whole command";
    for (const std::string& word : words_below(registry, named.path))
      error.why += (error.why.empty() ? "It goes on with one of: " : ", ") + word;
    error.why += '.';
    return error;
  }
  const std::string& word = named.rest.front();
  if (word.starts_with('-')) {
    error.what = fmt::format("{} has no option {}", command, word);
    error.why = "The options of a command stand behind it.";
    return error;
  }
  error.what = fmt::format("{} has no command \"{}\"", command, word);
  if (const std::string near = meant(registry, named.path, word); !near.empty()) {
    error.why = fmt::format("Did you mean \"{}\"?", command_line_of(near));
    error.fix = command_line_of(near) + " --help";
  }
  return error;
}

}  // namespace hz::cli
