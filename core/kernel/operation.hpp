// An operation is data and a function (H1): declared once, rendered by every head that it allows. It never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/result.hpp"
#include "core/kernel/error_text.hpp"
#include "core/kernel/exit_code.hpp"
#include "core/port/progress.hpp"

namespace hz {

/// What an agent's call of it means (design §7). There is no default: an operation does not compile undecided.
/// Reach belongs to the operation, never to an argument.
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

/// A member that has to be given: an aggregate that leaves it out does not compile.
template <class T>
class Decided {
 public:
  // NOLINTBEGIN(google-explicit-constructor): declarations say `.reach = Reach::reads`, readers compare it as such
  constexpr Decided(T value) : value_(value) {}
  [[nodiscard]] constexpr operator T() const { return value_; }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] constexpr const T* operator->() const { return &value_; }

 private:
  T value_;
};

enum class ParamType { text, integer, flag };

struct Param {
  std::string name;  ///< "since"; on the command line --since, or a word in its place when `positional`
  ParamType type = ParamType::text;
  std::string help{};  ///< one line, no full stop
  bool positional = false;
  bool required = false;
  Json fallback = nullptr;                   ///< used when absent; null: stays absent
  std::optional<std::int64_t> min{}, max{};  ///< of an integer, both included
  std::vector<std::string> choices{};        ///< of a text; empty: any
  std::string value_name{};                  ///< in help: "TIME", "DIR"
};

/// No argument is longer (bytes).
inline constexpr std::size_t argument_bytes_max = 64U << 10U;

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

template <class F>
concept AnswersArgs = std::is_invocable_r_v<Result<Answer>, F&, const Args&>;
template <class F>
concept AnswersArgsWithProgress = std::is_invocable_r_v<Result<Answer>, F&, const Args&, Progress&>;

/// What an operation does: a function of its arguments, or of its arguments and a Progress where it takes long.
class Run {
 public:
  Run() = default;
  // NOLINTBEGIN(google-explicit-constructor): declarations say `.run = function`
  template <AnswersArgsWithProgress F>
  Run(F f) : run_(std::move(f)) {}
  template <AnswersArgs F>
  Run(F f) : run_([f = std::move(f)](const Args& args, Progress&) mutable -> Result<Answer> { return f(args); }) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(run_); }
  [[nodiscard]] Result<Answer> operator()(const Args& args, Progress& progress) const {
    return run_(args, progress);
  }

 private:
  std::function<Result<Answer>(const Args&, Progress&)> run_;
};

struct Operation {
  std::string name;     ///< "system.daemon.tick"; on the command line: hz system daemon tick
  std::string summary;  ///< one line, no full stop
  Decided<Reach> reach;
  Decided<Heads> heads;
  std::vector<Param> params{};
  std::vector<Example> examples{};
  Run run{};
  std::string details{};  ///< further help, in sentences
};

/// Why a declaration is bad, or empty: names, bounds and defaults that cannot be, an operation that must be of
/// reach `rules` and is not (G5).
[[nodiscard]] std::string fault_in(const Operation& operation);

class Registry {
 public:
  /// A second operation of the same name, or a bad declaration, is a bug and ends the process.
  void add(Operation operation);
  /// What a group of operations is about, for help: describe("system.daemon", "Scheduled work on this machine").
  void describe(std::string group, std::string summary);

  [[nodiscard]] const std::map<std::string, Operation>& all() const { return operations_; }
  [[nodiscard]] const Operation* find(const std::string& name) const;
  /// The summary of a group, or empty.
  [[nodiscard]] const std::string& about(const std::string& group) const;

 private:
  std::map<std::string, Operation> operations_;
  std::map<std::string, std::string> groups_;
};

/// How errors spell parameters: as names ("limit"), or as on the command line (--limit, JOB).
enum class Spelling { names, command_line };

/// "hz system daemon tick"
[[nodiscard]] std::string command_line_of(const Operation& operation);
/// "--limit" or "JOB"; with Spelling::names "limit" in quotes.
[[nodiscard]] std::string spelled(const Param& param, Spelling spelling);
/// What a parameter takes, in words: "a whole number from 1 to 1000", "one of ready, paused", "text".
[[nodiscard]] std::string takes(const Param& param);

/// Checks arguments against the declaration and fills in defaults: unknown names, missing ones, types, bounds,
/// choices. `arguments` is an object, or null for none; a null member is an absent one. Usage error that names the
/// parameter, what it takes and, where one is near, the name that may have been meant.
[[nodiscard]] Result<Args> bind(const Operation& operation, const Json& arguments,
                                Spelling spelling = Spelling::names);
/// An argument that arrives as text (command line, query string) as the JSON that bind() wants. A text that is no
/// whole number ("+1", "0x10", " 1", "1e3") stays text, so that bind() refuses it.
[[nodiscard]] Json argument_from_text(const Param& param, std::string_view text);

/// The table of all operations by head and reach that the golden file holds.
[[nodiscard]] std::string operations_table(const Registry& registry);

}  // namespace hz
