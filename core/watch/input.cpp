#include "core/watch/input.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz {
namespace {

constexpr std::size_t input_name_max = 64;

bool is_input_name(const std::string& name) {
  return !name.empty() && name.size() <= input_name_max &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") == std::string::npos;
}

std::size_t count_errors(const Problems& problems) {
  return static_cast<std::size_t>(std::count_if(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.weight == Problem::Weight::error;
  }));
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const InputKind& kind : input_kinds()) names.push_back(kind.name);
  return names;
}

std::optional<std::string> bind_name(Binder& binder, std::set<std::string>& names) {
  auto name = binder.required_text("name");
  if (!name) return std::nullopt;
  if (!is_input_name(*name)) {
    binder.problem("name", "an input's name is 1 to 64 of [a-z0-9._-]", "for example \"news\"");
  } else if (!names.insert(*name).second) {
    binder.problem("name", fmt::format("there is an input \"{}\" already", *name), "give each input its own name");
  }
  return name;
}

std::optional<InputSpec> bind_input(const Node& node, const std::string& directory, std::set<std::string>& names,
                                    Problems& problems) {
  const std::size_t errors_before = count_errors(problems);
  const Node* named = node.find("name");
  const auto* written = named == nullptr ? nullptr : std::get_if<std::string>(&named->value);
  Binder binder(node, written == nullptr ? "an input" : fmt::format("input \"{}\"", *written), problems);
  const auto name = bind_name(binder, names);
  if (!binder.has("kind")) {
    binder.problem("kind", "the kind is missing", fmt::format("one of {}", fmt::join(kind_names(), ", ")));
  }
  const auto kind_name = binder.one_of("kind", kind_names());
  if (!kind_name) return std::nullopt;  // which members it may have is not known either
  Json definition = find_input_kind(*kind_name)->bind(binder, directory);
  binder.finish();
  if (!name || count_errors(problems) > errors_before) return std::nullopt;
  return InputSpec{*name, *kind_name, std::move(definition)};
}

/// A folder's name may hold any bytes; what is hashed as JSON may not.
void repair_texts(Json& value) {
  if (value.is_string()) value = repair_utf8(value.get_ref<const std::string&>());
  if (!value.is_structured()) return;
  for (Json& part : value) repair_texts(part);
}

}  // namespace

std::string source_name(const InputSpec& input) {
  Json identity = input.definition;
  identity["kind"] = input.kind;
  repair_texts(identity);
  return fmt::format("{}-{}", input.kind, fingerprint(identity).substr(0, 16));
}

const InputKind* find_input_kind(const std::string& name) {
  const std::vector<InputKind>& kinds = input_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const InputKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<InputSpec> bind_inputs(const Node& list, const std::string& directory, Problems& problems) {
  std::vector<InputSpec> specs;
  const auto* nodes = std::get_if<Node::List>(&list.value);
  if (nodes == nullptr) {
    problems.push_back({Problem::Weight::error, list.place,
                        fmt::format("inputs: is {}, not a list", list.kind_of()),
                        "write one line an input: - {name: news, kind: feed, path: news.xml}"});
    return specs;
  }
  if (nodes->size() > inputs_max) {
    problems.push_back({Problem::Weight::error, list.place,
                        fmt::format("{} inputs, a contract has at most {}", nodes->size(), inputs_max),
                        "split it into several contracts"});
    return specs;
  }
  std::set<std::string> names;
  for (const Node& node : *nodes) {
    if (auto spec = bind_input(node, directory, names, problems)) specs.push_back(*std::move(spec));
  }
  return specs;
}

Result<Reading> read_input(const InputSpec& spec, const InputPorts& ports) {
  const InputKind* kind = find_input_kind(spec.kind);
  if (kind == nullptr) return unreadable(spec, fmt::format("This hz knows no inputs of kind \"{}\".", spec.kind));
  if (kind->starts_a_process && ports.processes == nullptr) {
    return unreadable(spec, "It starts a program, and a dry run starts none.");
  }
  HZ_TRY_ASSIGN(Reading reading, kind->read(spec, ports));
  settle(reading);
  return reading;
}

}  // namespace hz
