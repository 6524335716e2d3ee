// What a person wrote, with its place: YAML front matter and TOML settings both become Nodes, and one binder turns
// a Node into a value or a problem that names file, line and column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/time.hpp"

namespace hz {

struct Place {
  std::string file;
  int line = 0, column = 0;               ///< from 1, columns in characters; line 0 = the file as a whole
  [[nodiscard]] std::string str() const;  ///< "digest.md:4:13"
  bool operator==(const Place&) const = default;
};

struct Problem {
  enum class Weight { error, warning } weight = Weight::error;
  Place place;
  std::string what;  ///< "unknown key \"scedule\" under hz:"
  std::string hint;  ///< "did you mean \"schedule\"?"
  [[nodiscard]] Json to_json() const;
  /// One line: "digest.md:4:13: unknown key "scedule" under hz: — did you mean "schedule"?"; a warning says so
  /// after the place. Line breaks in what the person wrote become spaces, so that nothing forges a second line; the
  /// rest is as written, since heads escape what they show.
  [[nodiscard]] std::string str() const;
};
using Problems = std::vector<Problem>;
[[nodiscard]] bool has_error(const Problems& problems);
/// In the order of the file: by line, then column; what belongs to the file as a whole comes first.
void sort_by_place(Problems& problems);

struct Node {
  struct Member;
  using List = std::vector<Node>;
  using Map = std::vector<Member>;  ///< in the order written; keys are distinct (the readers refuse duplicates)

  Place place;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map> value;

  /// The member's value, or nothing if there is none or this is no map. O(members).
  [[nodiscard]] const Node* find(std::string_view key) const;
  /// "nothing", "true or false", "a whole number", "a number", "text", "a list", "a table"
  [[nodiscard]] std::string_view kind_of() const;
  [[nodiscard]] Json to_json() const;
};
struct Node::Member {
  std::string key;
  Place place;
  Node value;
};

/// What a reader (yaml.hpp, toml.hpp) made of a text.
struct Parsed {
  std::optional<Node> root;  ///< nothing if the text could not be read as a whole
  Problems problems;         ///< may hold errors beside a root: what is left of the text can still be checked
};

/// Reads the members of one map, remembers which were asked for, and reports every problem it meets. Each reader
/// answers nothing both for an absent and for a wrong member; the latter left a problem.
class Binder {
 public:
  /// `where` names the map in messages: "hz:", "input \"news\"". A node that is no map is a problem, and all is
  /// absent.
  Binder(const Node& node, std::string where, Problems& problems);

  [[nodiscard]] bool has(std::string_view key);
  [[nodiscard]] const Node* node(std::string_view key);  ///< any kind
  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] std::optional<std::string> required_text(std::string_view key);
  [[nodiscard]] std::optional<std::string> one_of(std::string_view key, const std::vector<std::string>& allowed);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key, std::int64_t min, std::int64_t max);
  [[nodiscard]] std::optional<bool> flag(std::string_view key);
  [[nodiscard]] std::optional<Millis> duration(std::string_view key, Millis min, Millis max);
  [[nodiscard]] std::optional<std::vector<std::string>> texts(
      std::string_view key);  ///< a list of text, maybe empty
  /// At the value of `key`, or at the map if it has none.
  void problem(std::string_view key, std::string what, std::string hint);
  void warn(std::string_view key, std::string what, std::string hint);
  [[nodiscard]] const Place& place_of(std::string_view key) const;  ///< of the value, or of the map if absent
  /// Every member that was not asked for is a problem, with the nearest known key as a hint.
  void finish();

 private:
  const Node* find(std::string_view key);
  void wrong_kind(std::string_view key, const Node& node, std::string_view wanted);
  void report(Problem::Weight weight, const Place& place, std::string what, std::string hint);

  Node empty_;
  const Node* node_;
  std::string where_;
  Problems* problems_;
  std::vector<std::string> asked_;
};

}  // namespace hz
