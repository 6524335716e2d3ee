#include "core/config/node.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/id.hpp"
#include "core/base/text.hpp"

namespace hz {
namespace {

/// What the person wrote, short enough for a message.
std::string shown(std::string_view written) {
  return cut(written, 80);
}

/// After so many problems nobody reads a hint, and each costs an edit distance to every known key.
constexpr std::size_t hints_max = 100;

}  // namespace

std::string Place::str() const {
  return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column);
}

Json Problem::to_json() const {
  return {{"weight", weight == Weight::error ? "error" : "warning"},
          {"file", place.file},
          {"line", place.line},
          {"column", place.column},
          {"what", what},
          {"hint", hint}};
}

std::string Problem::str() const {
  std::string line = place.str() + (weight == Weight::warning ? ": warning: " : ": ") + what;
  if (!hint.empty()) line += " — " + hint;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

bool has_error(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return p.weight == Problem::Weight::error; });
}

void sort_by_place(Problems& problems) {
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
}

const Node* Node::find(std::string_view key) const {
  const auto* map = std::get_if<Map>(&value);
  if (map == nullptr) return nullptr;
  const auto found = std::find_if(map->begin(), map->end(), [&](const Member& m) { return m.key == key; });
  return found == map->end() ? nullptr : &found->value;
}

std::string_view Node::kind_of() const {
  return std::visit(Overloaded{[](std::monostate) { return std::string_view("nothing"); },
                               [](bool) { return std::string_view("true or false"); },
                               [](std::int64_t) { return std::string_view("a whole number"); },
                               [](double) { return std::string_view("a number"); },
                               [](const std::string&) { return std::string_view("text"); },
                               [](const List&) { return std::string_view("a list"); },
                               [](const Map&) { return std::string_view("a table"); }},
                    value);
}

Json Node::to_json() const {
  return std::visit(Overloaded{[](std::monostate) { return Json(); }, [](bool v) { return Json(v); },
                               [](std::int64_t v) { return Json(v); }, [](double v) { return Json(v); },
                               [](const std::string& v) { return Json(v); },
                               [](const List& list) {
                                 Json array = Json::array();
                                 for (const Node& item : list) array.push_back(item.to_json());
                                 return array;
                               },
                               [](const Map& map) {
                                 Json object = Json::object();
                                 for (const Member& m : map) object[m.key] = m.value.to_json();
                                 return object;
                               }},
                    value);
}

Binder::Binder(const Node& node, std::string where, Problems& problems)
    : node_(&node), where_(std::move(where)), problems_(&problems) {
  empty_.place = node.place;
  if (std::holds_alternative<Node::Map>(node.value)) return;
  report(Problem::Weight::error, node.place, fmt::format("{} must be a table, not {}", where_, node.kind_of()),
         "write its keys one a line below it, indented, or between { and }");
  empty_.value = Node::Map{};
  node_ = nullptr;
}

const Node* Binder::find(std::string_view key) {
  asked_.emplace_back(key);
  return node_ == nullptr ? nullptr : node_->find(key);
}

bool Binder::has(std::string_view key) {
  return find(key) != nullptr;
}

const Node* Binder::node(std::string_view key) {
  return find(key);
}

std::optional<std::string> Binder::text(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<std::string>(&node->value)) return *value;
  wrong_kind(key, *node, "text");
  return std::nullopt;
}

std::optional<std::string> Binder::required_text(std::string_view key) {
  if (!has(key)) {
    if (node_ != nullptr) problem(key, fmt::format("\"{}\" is missing under {}", key, where_), "");
    return std::nullopt;
  }
  return text(key);
}

std::optional<std::string> Binder::one_of(std::string_view key, const std::vector<std::string>& allowed) {
  auto value = text(key);
  if (!value || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return value;
  const std::string near = nearest(*value, allowed);
  problem(
      key,
      fmt::format(R"("{}" under {} must be {}, not "{}")", key, where_, fmt::join(allowed, ", "), shown(*value)),
      near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
  return std::nullopt;
}

std::optional<std::int64_t> Binder::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* value = std::get_if<std::int64_t>(&node->value);
  if (value == nullptr) {
    wrong_kind(key, *node, "a whole number");
    return std::nullopt;
  }
  if (*value >= min && *value <= max) return *value;
  problem(key, fmt::format("\"{}\" under {} must be {} to {}, not {}", key, where_, min, max, *value), "");
  return std::nullopt;
}

std::optional<bool> Binder::flag(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<bool>(&node->value)) return *value;
  wrong_kind(key, *node, "true or false");
  return std::nullopt;
}

std::optional<Millis> Binder::duration(std::string_view key, Millis min, Millis max) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* value = std::get_if<std::string>(&node->value);
  const auto parsed = value != nullptr ? parse_duration(*value) : std::nullopt;
  if (!parsed) {
    const std::string seen = value != nullptr ? '"' + shown(*value) + '"' : std::string(node->kind_of());
    problem(key, fmt::format("\"{}\" under {} must be a duration, not {}", key, where_, seen),
            "write a whole number and a unit: 90s, 10m, 2h or 7d");
    return std::nullopt;
  }
  if (*parsed >= min && *parsed <= max) return parsed;
  problem(key,
          fmt::format("\"{}\" under {} must be {} to {}, not {}", key, where_, to_text(min), to_text(max), *value),
          "");
  return std::nullopt;
}

std::optional<std::vector<std::string>> Binder::texts(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto* list = std::get_if<Node::List>(&node->value);
  if (list == nullptr) {
    wrong_kind(key, *node, "a list of text");
    return std::nullopt;
  }
  std::vector<std::string> values;
  for (const Node& item : *list) {
    if (const auto* value = std::get_if<std::string>(&item.value)) {
      values.push_back(*value);
      continue;
    }
    report(Problem::Weight::error, item.place,
           fmt::format("each item of \"{}\" under {} must be text, not {}", key, where_, item.kind_of()),
           "put it in quotes");
  }
  if (values.size() != list->size()) return std::nullopt;
  return values;
}

void Binder::problem(std::string_view key, std::string what, std::string hint) {
  report(Problem::Weight::error, place_of(key), std::move(what), std::move(hint));
}

void Binder::warn(std::string_view key, std::string what, std::string hint) {
  report(Problem::Weight::warning, place_of(key), std::move(what), std::move(hint));
}

const Place& Binder::place_of(std::string_view key) const {
  const Node* node = node_ == nullptr ? nullptr : node_->find(key);
  if (node != nullptr) return node->place;
  return empty_.place;
}

void Binder::finish() {
  if (node_ == nullptr) return;
  for (const auto& member : std::get<Node::Map>(node_->value)) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    const std::string near = problems_->size() < hints_max ? nearest(member.key, asked_) : "";
    report(Problem::Weight::error, member.place,
           fmt::format("unknown key \"{}\" under {}", shown(member.key), where_),
           near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
  }
}

void Binder::wrong_kind(std::string_view key, const Node& node, std::string_view wanted) {
  const bool scalar = !std::holds_alternative<Node::List>(node.value) &&
                      !std::holds_alternative<Node::Map>(node.value) &&
                      !std::holds_alternative<std::monostate>(node.value);
  std::string hint;
  if (wanted == "text" && scalar) hint = "put it in quotes";
  if (wanted == "a list of text" && std::holds_alternative<std::string>(node.value))
    hint = "write it between [ and ], its items separated by commas";
  problem(key, fmt::format("\"{}\" under {} must be {}, not {}", key, where_, wanted, node.kind_of()),
          std::move(hint));
}

void Binder::report(Problem::Weight weight, const Place& place, std::string what, std::string hint) {
  problems_->push_back({weight, place, std::move(what), std::move(hint)});
}

}  // namespace hz
