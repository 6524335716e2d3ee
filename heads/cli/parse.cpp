// The only file that sees CLI11 (seconds to compile). It builds the parser of the one operation that was named, so
// that a start costs the same with thirty operations and with three hundred.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "heads/cli/request.hpp"

namespace hz::cli {
namespace {

struct Bound {
  const Param* param;
  const CLI::Option* option;
};

class Parser {
 public:
  explicit Parser(const Operation& operation) : operation_(operation) {
    app_.set_help_flag();
    app_.allow_extras();  // what is left over is judged here, in our words
    for (const Param& param : operation.params) {
      const std::string name = param.positional ? param.name : "--" + param.name;
      bound_.push_back(
          {&param, param.type == ParamType::flag ? app_.add_flag(name) : app_.add_option(name)->take_all()});
    }
  }

  Result<Json> parse(std::vector<std::string> words) {
    note_options(words);
    separate_empty_values(words);
    if (std::find(options_.begin(), options_.end(), "++") != options_.end()) return no_such_option("++");
    const std::string last = words.empty() ? std::string{} : words.back();
    try {
      std::reverse(words.begin(), words.end());  // as CLI11 takes them
      app_.parse(std::move(words));
    } catch (const CLI::ArgumentMismatch&) {  // only the last word can have found no value
      return no_value(last, {});
    } catch (const CLI::Error& error) {
      return refusal(fmt::format("{} cannot be read", command_line_of(operation_)), error.what());
    }
    Json arguments = Json::object();
    for (const Bound& bound : bound_)
      if (!bound.option->empty()) HZ_TRY(take(bound, arguments));
    HZ_TRY(nothing_left());
    return arguments;
  }

 private:
  /// Words before "--" that look like options: never values, so that a forgotten value does not eat an option.
  void note_options(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      if (word == "--") {
        options_.push_back(word);
        break;
      }
      if ((word.starts_with('-') && word.size() > 1) || word == "++") options_.push_back(word);
    }
  }

  /// CLI11 takes "--reason=" for an option whose value is the next word; "--reason" and an empty word say it
  /// plainly.
  static void separate_empty_values(std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
      if (!words[i].starts_with("--") || words[i].find('=') != words[i].size() - 1) continue;
      words[i].pop_back();
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::string{});
      ++i;
    }
  }

  Result<void> take(const Bound& bound, Json& arguments) const {
    const Param& param = *bound.param;
    const std::string name = spelled(param, Spelling::command_line);
    if (bound.option->count() > 1) return refusal(fmt::format("{} is given twice", name), "It is taken once.");
    const std::string& value = bound.option->results().front();
    if (param.type == ParamType::flag) {
      if (value != "true") return refusal(fmt::format("{} takes no value", name), "It is on when it is there.");
      arguments[param.name] = true;
      return ok();
    }
    const bool is_option = std::find(options_.begin(), options_.end(), value) != options_.end();
    if (is_option && !param.positional)
      return no_value(name, fmt::format("As a value the option behind it is written {}={}.", name, value));
    if (is_option && value != "--") return no_such_option(value);
    arguments[param.name] = argument_from_text(param, value);
    return ok();
  }

  Result<void> nothing_left() const {
    const std::vector<std::string> left = app_.remaining();
    for (const std::string& word : left)
      if (word != "--" && std::find(options_.begin(), options_.end(), word) != options_.end())
        return no_such_option(word);
    for (const std::string& word : left)
      if (word != "--")
        return refusal(fmt::format("{} takes no further word \"{}\"", command_line_of(operation_), word),
                       words_taken());
    return ok();
  }

  std::string words_taken() const {
    std::string taken;
    for (const Param& param : operation_.params)
      if (param.positional) taken += (taken.empty() ? "" : " ") + spelled(param, Spelling::command_line);
    return taken.empty() ? "It takes options only." : "It takes " + taken + ".";
  }

  Error no_such_option(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    return refusal(fmt::format("{} has no option {}", command_line_of(operation_), name), instead_of(name));
  }

  std::string instead_of(const std::string& name) const {
    if (!name.starts_with("--"))
      return fmt::format("As a value it is written behind \"--\", or as --option={}.", name);
    std::vector<std::string> known;
    for (const Param& param : operation_.params) known.push_back("--" + param.name);
    std::string near = nearest(name, known);
    for (const Param& param : operation_.params)
      if (param.positional && near == "--" + param.name)
        return spelled(param, Spelling::command_line) + " stands alone, without a name before it.";
    if (near.empty()) near = nearest(name, {"--json", "--no-color", "--help"});
    return near.empty() ? std::string{} : fmt::format("Did you mean {}?", near);
  }

  Error no_value(const std::string& option, std::string why) const {
    return refusal(fmt::format("{} of {} needs a value", option, command_line_of(operation_)), std::move(why));
  }

  Error refusal(std::string what, std::string why) const {
    return {ErrorKind::usage, std::move(what), std::move(why), "Nothing was done.",
            command_line_of(operation_) + " --help"};
  }

  const Operation& operation_;
  CLI::App app_;
  std::vector<Bound> bound_;
  std::vector<std::string> options_;
};

}  // namespace

Result<Json> parse_arguments(const Operation& operation, std::vector<std::string> words) {
  return Parser{operation}.parse(std::move(words));
}

}  // namespace hz::cli
