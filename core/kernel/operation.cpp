#include "core/kernel/operation.hpp"

#include <algorithm>
#include <set>

#include "core/base/invariant.hpp"
#include "core/base/text.hpp"
#include "core/kernel/rules.hpp"

namespace hz {
namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// [a-z][a-z0-9-]*
bool is_word(std::string_view text) {
  return !text.empty() && is_lower(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

/// Words with dots between them.
bool is_operation_name(std::string_view name) {
  while (true) {
    const auto dot = name.find('.');
    if (!is_word(name.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
}

/// Every head has these of its own.
bool is_reserved(std::string_view name) {
  return name == "json" || name == "help" || name == "version" || name == "no-color";
}

bool fits(const Param& param, const Json& value) {
  switch (param.type) {
    case ParamType::flag:
      return value.is_boolean();
    case ParamType::text:
      return value.is_string() &&
             (param.choices.empty() || std::find(param.choices.begin(), param.choices.end(),
                                                 value.get<std::string>()) != param.choices.end());
    case ParamType::integer: {
      if (!value.is_number_integer()) return false;
      const auto number = value.get<std::int64_t>();
      return (!param.min || number >= *param.min) && (!param.max || number <= *param.max);
    }
  }
  return false;
}

std::string fault_in(const Param& param) {
  if (!is_word(param.name)) return "a parameter is named in [a-z][a-z0-9-]*";
  if (is_reserved(param.name)) return "the name is one of every head's own";
  if (param.type == ParamType::flag && (param.positional || param.required))
    return "a flag stands alone and is never required";
  if (param.required && !param.fallback.is_null()) return "what is required has no default";
  if (!param.choices.empty() && param.type != ParamType::text) return "only a text has choices";
  if ((param.min || param.max) && param.type != ParamType::integer) return "only an integer has bounds";
  if (param.min && param.max && *param.min > *param.max) return "no number lies within the bounds";
  if (!param.fallback.is_null() && !fits(param, param.fallback))
    return "the default is not of the type or not within the bounds";
  return {};
}

std::string fault_in(const std::vector<Param>& params) {
  std::set<std::string> seen;
  bool optional_word = false;
  for (const Param& param : params) {
    std::string fault = fault_in(param);
    if (fault.empty() && !seen.insert(param.name).second) fault = "two parameters have this name";
    if (fault.empty() && param.positional && param.required && optional_word)
      fault = "a required word stands before the optional ones";
    if (!fault.empty()) return "parameter " + param.name + ": " + fault;
    optional_word = optional_word || (param.positional && !param.required);
  }
  return {};
}

}  // namespace

std::string_view to_text(Reach reach) {
  switch (reach) {
    case Reach::reads:
      return "reads";
    case Reach::acts_here:
      return "acts_here";
    case Reach::publishes:
      return "publishes";
    case Reach::rules:
      return "rules";
  }
  invariant_broken("every Reach has a name", __FILE__, __LINE__);
}

std::string fault_in(const Operation& operation) {
  const std::string& summary = operation.summary;
  if (!is_operation_name(operation.name))
    return "an operation is named in words of [a-z][a-z0-9-]* with dots between";
  if (summary.empty() || summary.ends_with('.') || summary.find('\n') != std::string::npos)
    return "the summary is one line without a full stop";
  if (must_be_rules(operation.name) && operation.reach != Reach::rules)
    return "an operation of this name is of reach rules (G5)";
  if (!operation.run) return "there is nothing to run";
  if (!operation.heads->cli && !operation.heads->mcp && !operation.heads->rest && !operation.heads->web)
    return "no head shows it";
  return fault_in(operation.params);
}

void Registry::add(Operation operation) {
  if (const std::string fault = fault_in(operation); !fault.empty())
    invariant_broken(("operation " + operation.name + ": " + fault).c_str(), __FILE__, __LINE__);
  const std::string name = operation.name;
  const bool added = operations_.emplace(name, std::move(operation)).second;
  if (!added) invariant_broken(("operation " + name + " is declared once").c_str(), __FILE__, __LINE__);
}

void Registry::describe(std::string group, std::string summary) {
  groups_[std::move(group)] = std::move(summary);
}

const Operation* Registry::find(const std::string& name) const {
  const auto at = operations_.find(name);
  return at == operations_.end() ? nullptr : &at->second;
}

const std::string& Registry::about(const std::string& group) const {
  static const std::string nothing;
  const auto at = groups_.find(group);
  return at == groups_.end() ? nothing : at->second;
}

std::optional<std::string> Args::text(std::string_view name) const {
  return text_at(bound_, name);
}

std::optional<std::int64_t> Args::integer(std::string_view name) const {
  return integer_at(bound_, name);
}

bool Args::flag(std::string_view name) const {
  return flag_at(bound_, name).value_or(false);
}

}  // namespace hz
