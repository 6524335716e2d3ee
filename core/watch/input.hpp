// Inputs of a contract: {name, kind, …} (W2). Each kind is one InputKind in one file of core/watch/kinds/, listed
// in input_kinds(). docs/guide/extending.md shows how to add one, docs/formats/source.md says what each yields.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/result.hpp"
#include "core/config/node.hpp"
#include "core/port/files.hpp"
#include "core/port/processes.hpp"
#include "core/watch/item.hpp"

namespace hz {

inline constexpr std::size_t inputs_max = 32;  ///< of one contract

/// One input as a contract declares it, checked.
struct InputSpec {
  std::string name;  ///< [a-z0-9._-]+, distinct within the contract
  std::string kind;
  Json definition;  ///< members of the kind without defaults, paths absolute; equal definitions are one source
};

/// "feed-77ef8406b1b3dd4c": the kind and 16 digits of the SHA-256 of the canonical definition with the member
/// `kind` added: {"kind":"feed","path":"/home/ada/.config/hz/contracts/news.xml"}.
[[nodiscard]] std::string source_name(const InputSpec& input);

/// What reading an input may touch.
struct InputPorts {
  const Files& files;
  Processes* processes = nullptr;  ///< nothing in a dry run: kinds that start a process are not read then. No other
                                   ///< run may be under way: a reading waits for its own only
  std::map<std::string, std::string> environment;  ///< of a command input
  std::string directory;                           ///< the contract's
};

struct InputKind {
  std::string name;
  bool starts_a_process = false;
  /// Binds the members of the kind (`name` and `kind` are read already) to the definition. `directory`: the
  /// contract's.
  std::function<Json(Binder& binder, const std::string& directory)> bind;
  /// Error: unavailable, with the reason in `why`.
  std::function<Result<Reading>(const InputSpec& spec, const InputPorts& ports)> read;
};

[[nodiscard]] const std::vector<InputKind>& input_kinds();
[[nodiscard]] const InputKind* find_input_kind(const std::string& name);

/// Binds the whole `inputs:` list of a contract. An input with an error is left out, with its problem.
[[nodiscard]] std::vector<InputSpec> bind_inputs(const Node& list, const std::string& directory,
                                                 Problems& problems);
/// Reads one input, within the bounds of item.hpp, every text repaired to UTF-8.
[[nodiscard]] Result<Reading> read_input(const InputSpec& spec, const InputPorts& ports);

}  // namespace hz
