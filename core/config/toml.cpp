#include "core/config/toml.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/config/source_text.hpp"
#include "core/config/toml_depth.hpp"

namespace hz {
namespace {

/// What is refused, thrown out of the recursion that converts; it never leaves this file.
struct Refused {
  Problem problem;
};

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  Node node(const toml::node& from, const std::string& key) {
    Node to{place(from.source()), {}};
    if (const auto* table = from.as_table()) {
      to.value = map(*table, key);
    } else if (const auto* array = from.as_array()) {
      to.value = list(*array, key);
    } else {
      to.value = scalar(from, key);
    }
    return to;
  }

 private:
  [[nodiscard]] Place place(const toml::source_region& region) const {
    return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

  Node::Map map(const toml::table& table, const std::string& path) {
    Node::Map members;
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      members.push_back({name, place(key.source()), node(value, path.empty() ? name : path + "." + name)});
    }
    // The library sorts keys; the person did not.
    std::stable_sort(members.begin(), members.end(), [](const Node::Member& a, const Node::Member& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    return members;
  }

  Node::List list(const toml::array& array, const std::string& path) {
    Node::List items;
    for (const toml::node& item : array) items.push_back(node(item, path));
    return items;
  }

  decltype(Node::value) scalar(const toml::node& from, const std::string& key) {
    if (const auto* text = from.as_string()) return text->get();
    if (const auto* whole = from.as_integer()) return whole->get();
    if (const auto* flag = from.as_boolean()) return flag->get();
    const auto* number = from.as_floating_point();
    if (number != nullptr && std::isfinite(number->get())) return number->get();
    const char* what = number != nullptr ? "inf and nan are no values" : "a date or time is no value";
    throw Refused{{Problem::Weight::error, place(from.source()),
                   fmt::format("\"{}\": {} of hz's settings", key, what), "put it in quotes if it is text"}};
  }

  const std::string& file_;
};

/// "Error while parsing key-value pair: expected value, saw '\n'" → "expected value, saw '\n'"
std::string reason(std::string_view description) {
  constexpr std::string_view start = "Error while parsing ";
  const std::size_t colon = description.find(": ");
  if (description.starts_with(start) && colon != std::string_view::npos) description.remove_prefix(colon + 2);
  std::string why(description);
  constexpr std::string_view line_end = "'\\n'";
  if (const auto at = why.find(line_end); at != std::string::npos)
    why.replace(at, line_end.size(), "the line's end");
  return why;
}

std::string hint_for(std::string_view why) {
  if (why.find("redefine") != std::string_view::npos) return "keep one of the two";
  if (why.find("could not determine value type") != std::string_view::npos) return "put text in quotes";
  if (why.find("not representable") != std::string_view::npos) return "";
  return "write one key = value a line, text in quotes";
}

Node convert(std::string_view text, const std::string& file) {
  try {
    Node root = Converter(file).node(toml::parse(text, std::string_view(file)), "");
    root.place = {file, 1, 1};
    return root;
  } catch (const toml::parse_error& e) {
    const auto begin = e.source().begin;
    const std::string why = reason(e.description());
    throw Refused{{Problem::Weight::error,
                   {file, static_cast<int>(begin.line), static_cast<int>(begin.column)},
                   "not valid TOML: " + why,
                   hint_for(why)}};
  }
}

}  // namespace

Parsed read_toml(std::string_view text, const std::string& file) {
  if (auto refused = refuse_text(text, file, toml_bytes_max)) return {std::nullopt, {*std::move(refused)}};
  text = without_bom(text);
  if (const auto deep = find_too_deep_toml(text, toml_depth_max))
    return {std::nullopt,
            {{Problem::Weight::error, place_at(text, *deep, file),
              fmt::format("nested more than {} levels deep", toml_depth_max), ""}}};
  try {
    return {convert(text, file), {}};
  } catch (Refused& refused) {
    return {std::nullopt, {std::move(refused.problem)}};
  }
}

}  // namespace hz
