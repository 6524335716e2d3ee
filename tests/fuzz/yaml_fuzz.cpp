// The YAML of front matter: a tree within its bounds, or problems.
#include <set>

#include "core/base/text.hpp"
#include "core/config/yaml.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

void check(const Node& node, std::size_t depth, int lines) {
  HZ_INVARIANT(depth <= yaml_depth_max + 1, "nesting is bounded");
  HZ_INVARIANT(node.place.line >= 0 && node.place.line <= lines && node.place.column >= 0, "a node has its place");
  if (const auto* text = std::get_if<std::string>(&node.value)) HZ_INVARIANT(is_utf8(*text), "text is UTF-8");
  if (const auto* list = std::get_if<Node::List>(&node.value))
    for (const Node& element : *list) check(element, depth + 1, lines);
  const auto* map = std::get_if<Node::Map>(&node.value);
  std::set<std::string_view> keys;
  for (std::size_t i = 0; map != nullptr && i < map->size(); ++i) {
    HZ_INVARIANT(keys.insert((*map)[i].key).second, "keys are distinct");
    check((*map)[i].value, depth + 1, lines);
  }
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  const Parsed parsed = read_yaml(bytes, "digest.md");
  HZ_INVARIANT(parsed.root || has_error(parsed.problems), "there is a root, or an error");
  for (const Problem& problem : parsed.problems) HZ_INVARIANT(!problem.what.empty(), "a problem says what it is");
  if (!parsed.root) return;
  check(*parsed.root, 0, static_cast<int>(bytes.size()) + 1);
  static_cast<void>(parsed.root->to_json().dump());
}

}  // namespace hz
