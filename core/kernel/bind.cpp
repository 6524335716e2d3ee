#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/kernel/operation.hpp"

namespace hz {
namespace {

constexpr std::size_t given_bytes_max = 60;

std::string upper(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

/// "a, b or c"
std::string any_of(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

/// The value as the person gave it, cut.
std::string as_given(const Json& value) {
  if (value.is_string()) return '"' + cut(value.get_ref<const std::string&>(), given_bytes_max) + '"';
  return cut(value.dump(-1, ' ', false, Json::error_handler_t::replace), given_bytes_max);
}

/// Checks one operation's arguments; all its errors end alike.
class Binding {
 public:
  Binding(const Operation& operation, Spelling spelling) : operation_(operation), spelling_(spelling) {}

  Result<Args> bind(const Json& arguments) const {
    if (!arguments.is_object() && !arguments.is_null())
      return refusal(fmt::format("{} takes its parameters by name, not {}", subject(), as_given(arguments)), {});
    for (const auto& [name, value] : arguments.items()) HZ_TRY(known(name));
    Json bound = Json::object();
    for (const Param& param : operation_.params) {
      const Json* given = member(arguments, param.name);
      const bool absent = given == nullptr || given->is_null();
      if (absent && param.required) return missing(param);
      bound[param.name] = absent ? param.fallback : *given;
      if (!absent) HZ_TRY(fits(param, *given));
    }
    return Args{std::move(bound)};
  }

 private:
  std::string subject() const {
    return spelling_ == Spelling::command_line ? command_line_of(operation_) : operation_.name;
  }

  Error refusal(std::string what, std::string why) const {
    return {ErrorKind::usage, std::move(what), std::move(why), "Nothing was done.",
            command_line_of(operation_) + " --help"};
  }

  Result<void> known(const std::string& name) const {
    std::vector<std::string> names;
    for (const Param& param : operation_.params) {
      if (param.name == name) return ok();
      names.push_back(param.name);
    }
    return refusal(fmt::format("{} has no parameter {}", subject(), as_given(name)), meant(nearest(name, names)));
  }

  static std::string meant(const std::string& candidate) {
    return candidate.empty() ? std::string{} : fmt::format("Did you mean \"{}\"?", candidate);
  }

  Error missing(const Param& param) const {
    const std::string name = spelled(param, spelling_);
    return refusal(fmt::format("{} needs {}", subject(), name),
                   fmt::format("{}: {}.", name, param.help.empty() ? takes(param) : param.help));
  }

  Error wrong(const Param& param, const Json& value, std::string why) const {
    return refusal(fmt::format("{} of {} takes {}, not {}", spelled(param, spelling_), subject(), takes(param),
                               as_given(value)),
                   std::move(why));
  }

  Result<void> fits(const Param& param, const Json& value) const {
    switch (param.type) {
      case ParamType::flag:
        if (!value.is_boolean()) return wrong(param, value, {});
        return ok();
      case ParamType::integer:
        return fits_integer(param, value);
      case ParamType::text:
        return fits_text(param, value);
    }
    return ok();
  }

  Result<void> fits_integer(const Param& param, const Json& value) const {
    constexpr std::int64_t exact_max = std::int64_t{1} << 53U;
    if (!value.is_number_integer()) return wrong(param, value, {});
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(exact_max))
      return wrong(param, value, {});
    const auto number = value.get<std::int64_t>();
    if (number < param.min.value_or(-exact_max) || number > param.max.value_or(exact_max))
      return wrong(param, value, {});
    return ok();
  }

  Result<void> fits_text(const Param& param, const Json& value) const {
    if (!value.is_string()) return wrong(param, value, {});
    const auto& text = value.get_ref<const std::string&>();
    if (!is_utf8(text)) return wrong(param, value, "It is not UTF-8.");
    if (text.find('\0') != std::string::npos) return wrong(param, value, "It holds a zero byte.");
    if (text.size() > argument_bytes_max)
      return wrong(param, value,
                   fmt::format("It has {} bytes; at most {} are taken.", text.size(), argument_bytes_max));
    if (!param.choices.empty() &&
        std::find(param.choices.begin(), param.choices.end(), text) == param.choices.end())
      return wrong(param, value, meant(nearest(text, param.choices)));
    return ok();
  }

  const Operation& operation_;
  Spelling spelling_;
};

}  // namespace

std::string command_line_of(const Operation& operation) {
  std::string words = "hz " + operation.name;
  std::replace(words.begin(), words.end(), '.', ' ');
  return words;
}

std::string spelled(const Param& param, Spelling spelling) {
  if (spelling == Spelling::names) return '"' + param.name + '"';
  if (param.positional) return param.value_name.empty() ? upper(param.name) : param.value_name;
  return "--" + param.name;
}

std::string takes(const Param& param) {
  switch (param.type) {
    case ParamType::flag:
      return "true or false";
    case ParamType::text:
      return param.choices.empty() ? "text" : any_of(param.choices);
    case ParamType::integer:
      break;
  }
  if (param.min && param.max) return fmt::format("a whole number from {} to {}", *param.min, *param.max);
  if (param.min) return fmt::format("a whole number of at least {}", *param.min);
  if (param.max) return fmt::format("a whole number of at most {}", *param.max);
  return "a whole number";
}

Result<Args> bind(const Operation& operation, const Json& arguments, Spelling spelling) {
  return Binding{operation, spelling}.bind(arguments);
}

Json argument_from_text(const Param& param, std::string_view text) {
  if (param.type == ParamType::flag && (text == "true" || text == "false")) return text == "true";
  if (param.type != ParamType::integer) return std::string{text};
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, fault] = std::from_chars(text.data(), end, number);
  if (fault != std::errc{} || read_to != end) return std::string{text};
  return number;
}

}  // namespace hz
