// An operation is data and a function (H1): declared once, rendered by every head that it allows. It never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/result.hpp"

namespace hz {

/// What an agent's call of it means (design §7). There is no default: an operation does not compile undecided.
enum class Reach {
  reads,      ///< starts no process, writes nothing, opens only configured sources: runs
  acts_here,  ///< changes this machine or account: proposed; confirmed by this person on this machine
  publishes,  ///< outward, with target and preview: proposed to chat or inbox
  rules,      ///< changes who or what may act: never from any proposal
};
[[nodiscard]] std::string_view to_text(Reach reach);

/// The heads that show an operation.
struct Heads {
  bool cli = false, mcp = false, rest = false, web = false;
};
inline constexpr Heads everywhere{true, true, true, true};
inline constexpr Heads cli_only{true, false, false, false};
inline constexpr Heads cli_and_mcp{true, true, false, false};
inline constexpr Heads cli_and_web{true, false, false, true};

enum class ParamType { text, integer, flag };

struct Param {
  std::string name;  ///< "since"; on the command line --since, or a word in its place when `positional`
  ParamType type = ParamType::text;
  std::string help;
  bool positional = false;
  bool required = false;
  Json fallback = nullptr;             ///< used when absent; null: stays absent
  std::optional<std::int64_t> min, max;  ///< of an integer
  std::vector<std::string> choices;      ///< of a text; empty: any
  std::string value_name;                ///< in help: "TIME", "DIR"
};

/// Bound arguments: every parameter is there, absent ones as null.
class Args {
 public:
  explicit Args(Json bound) : bound_(std::move(bound)) {}
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] const Json& all() const { return bound_; }

 private:
  Json bound_;
};

/// What an operation answers: one document, and whether the thing asked about is well.
struct Answer {
  Json document = Json::object();
  bool well = true;  ///< false: exit code 1, the document says why
};

struct Example {
  std::string command;  ///< "hz why contract:digest"
  std::string says;     ///< what it shows
};

struct Operation {
  std::string name;     ///< "system.daemon.tick"; on the command line: hz system daemon tick
  std::string summary;  ///< one line, no full stop
  Reach reach;
  Heads heads;
  std::vector<Param> params;
  std::vector<Example> examples;
  std::function<Result<Answer>(const Args&)> run;
  std::string details{};  ///< further help, in sentences
};

class Registry {
 public:
  /// A second operation of the same name, or a bad declaration, is a bug and ends the process.
  void add(Operation operation);
  [[nodiscard]] const std::map<std::string, Operation>& all() const { return operations_; }
  [[nodiscard]] const Operation* find(const std::string& name) const;

 private:
  std::map<std::string, Operation> operations_;
};

/// Checks arguments against the declaration and fills in defaults: unknown names, missing ones, types, bounds, choices.
/// Usage error that names the parameter and what it takes.
[[nodiscard]] Result<Args> bind(const Operation& operation, const Json& arguments);

/// The table of all operations by head and reach that the golden file holds.
[[nodiscard]] std::string operations_table(const Registry& registry);

/// 0 done, 1 not well, 2 usage, 3 config, 4 environment, 5 unavailable, 6 conflict, 7 damaged, 70 internal.
[[nodiscard]] int exit_code(ErrorKind kind);
[[nodiscard]] std::string_view to_text(ErrorKind kind);
/// {"error": {kind, what, why, kept, fix}}
[[nodiscard]] Json to_json(const Error& error);
[[nodiscard]] std::string to_text(const Error& error);  ///< as people read it: "Error: …" and indented lines

}  // namespace hz
