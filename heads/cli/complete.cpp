#include "heads/cli/complete.hpp"

#include <algorithm>
#include <set>

#include "heads/cli/help.hpp"
#include "heads/cli/request.hpp"

namespace hz::cli {
namespace {

/// What stands behind an operation's name, read as far as it goes.
struct Typed {
  std::set<std::string> given;     ///< options, by name
  const Param* pending = nullptr;  ///< the option whose value is being typed
  std::size_t words = 0;           ///< positional ones
  bool only_words = false;         ///< behind "--"
};

const Param* option_called(const Operation& operation, std::string_view name) {
  const auto found = std::find_if(operation.params.begin(), operation.params.end(),
                                  [&](const Param& param) { return !param.positional && param.name == name; });
  return found == operation.params.end() ? nullptr : &*found;
}

Typed read(const Operation& operation, const std::vector<std::string>& words) {
  Typed typed;
  for (const std::string& word : words) {
    if (typed.pending != nullptr) {
      typed.pending = nullptr;
    } else if (typed.only_words || !word.starts_with("--")) {
      ++typed.words;
    } else if (word == "--") {
      typed.only_words = true;
    } else {
      const std::string name = word.substr(2, word.find('=') - 2);
      const Param* const option = option_called(operation, name);
      const bool value_follows = word.find('=') == std::string::npos;
      typed.given.insert(name);
      if (option != nullptr && option->type != ParamType::flag && value_follows) typed.pending = option;
    }
  }
  return typed;
}

class Completer {
 public:
  Completer(const Registry& registry, const NamesOf& names_of, std::string current)
      : registry_(registry), names_of_(names_of), current_(std::move(current)) {}

  void commands(const std::string& path) {
    const std::string before = path.empty() ? "" : path + '.';
    for (const std::string& word : words_below(registry_, path)) {
      std::string whole = before;
      offer(word, summary_of(registry_, whole.append(word)));
    }
  }

  void arguments(const Operation& operation, const Typed& typed) {
    if (typed.pending != nullptr) return values(*typed.pending, "");
    const std::size_t equals = current_.find('=');
    if (!typed.only_words && current_.starts_with("--") && equals != std::string::npos) {
      const Param* const option = option_called(operation, current_.substr(2, equals - 2));
      if (option != nullptr) values(*option, current_.substr(0, equals + 1));
      return;
    }
    if (!typed.only_words && current_.starts_with('-')) return options(operation, typed.given);
    std::size_t place = 0;
    for (const Param& param : operation.params)
      if (param.positional && place++ == typed.words) return values(param, "");
    if (current_.empty() && !typed.only_words) options(operation, typed.given);
  }

  void globals(bool of_hz) {
    for (const auto& [option, says] : global_options(of_hz)) offer(option.substr(option.find("--")), says);
  }

  [[nodiscard]] Completion take() { return std::move(found_); }

 private:
  void offer(std::string word, std::string says) {
    if (word.starts_with(current_)) found_.candidates.push_back({std::move(word), std::move(says)});
  }

  void options(const Operation& operation, const std::set<std::string>& given) {
    for (const Param& param : operation.params)
      if (!param.positional && !given.contains(param.name)) offer("--" + param.name, param.help);
    globals(false);
  }

  /// `before` stands before each: "--job=".
  void values(const Param& param, const std::string& before) {
    for (const std::string& choice : param.choices) offer(before + choice, "");
    std::string_view kinds = param.value_name;
    while (!kinds.empty()) {
      const std::string_view kind = kinds.substr(0, kinds.find('|'));
      if (kind == "FILE") found_.paths = Completion::Paths::files;
      if (kind == "DIR") found_.paths = Completion::Paths::folders;
      for (const std::string& name : names_of_(kind)) offer(before + name, "");
      kinds.remove_prefix(std::min(kind.size() + 1, kinds.size()));
    }
  }

  const Registry& registry_;
  const NamesOf& names_of_;
  std::string current_;
  Completion found_;
};

}  // namespace

Completion complete(const Registry& registry, std::string_view line, const NamesOf& names_of) {
  std::vector<std::string> words = typed_words(line);
  if (words.size() < 2) return {};  // the name of the program is the shell's to complete
  Completer completer(registry, names_of, words.back());
  const std::string current = std::move(words.back());
  words.pop_back();
  words.erase(words.begin());
  Globals globals;
  const bool twice = !take_globals(words, globals);  // an error to run, not to complete
  const bool asks_for_help = !words.empty() && words.front() == "help" && registry.find("help") == nullptr;
  if (asks_for_help) words.erase(words.begin());
  if (twice && words.empty()) return {};

  const Named named = follow(registry, std::move(words));
  if (named.rest.empty() && !current.starts_with('-')) completer.commands(named.path);
  if (named.operation != nullptr && !asks_for_help) {
    completer.arguments(*named.operation, read(*named.operation, named.rest));
  } else if (named.rest.empty() && current.starts_with('-')) {
    completer.globals(named.path.empty());
  }
  return completer.take();
}

std::vector<std::string> typed_words(std::string_view line) {
  std::vector<std::string> words{""};
  char quote = 0;
  bool within = false;  // a word has begun; '' is one too
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == 0 && blank) {
      if (within) words.emplace_back();
      within = false;
      continue;
    }
    within = true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      words.back() += line[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace hz::cli
