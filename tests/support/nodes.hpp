// Nodes without a file: what a YAML or TOML reader would have made of a JSON value.
#pragma once

#include <string>

#include "core/config/node.hpp"

namespace hz::test {

inline Node node_of(const Json& value, const Place& place = {"digest.md", 4, 5}) {
  Node node;
  node.place = place;
  if (value.is_boolean()) node.value = value.get<bool>();
  if (value.is_number_integer()) node.value = value.get<std::int64_t>();
  if (value.is_number_float()) node.value = value.get<double>();
  if (value.is_string()) node.value = value.get<std::string>();
  if (value.is_array()) {
    Node::List list;
    for (const Json& element : value) list.push_back(node_of(element, place));
    node.value = std::move(list);
  }
  if (value.is_object()) {
    Node::Map map;
    for (const auto& [key, member] : value.items()) map.push_back({key, place, node_of(member, place)});
    node.value = std::move(map);
  }
  return node;
}

}  // namespace hz::test
