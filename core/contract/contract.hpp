// A contract is data (W4): a Markdown file with YAML front matter whose body is the standing instruction. It compiles to
// a job. docs/formats/contract.md is the reference.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/time.hpp"
#include "core/config/node.hpp"
#include "core/event/stream.hpp"
#include "core/job/catch_up.hpp"
#include "core/job/cron.hpp"
#include "core/watch/input.hpp"

namespace hz {

enum class Scope { personal, team };
[[nodiscard]] std::string_view to_text(Scope value);

struct OutlineRunner {
  bool operator==(const OutlineRunner&) const = default;
};
struct CommandRunner {
  std::vector<std::string> command;
  bool operator==(const CommandRunner&) const = default;
};
using Runner = std::variant<OutlineRunner, CommandRunner>;

/// When the memo key's epoch moves although no input did.
struct FreshNever {};
struct FreshEachSlot {};
struct FreshFor {
  Millis duration{};
};
using Fresh = std::variant<FreshNever, FreshEachSlot, FreshFor>;

struct Contract {
  std::string name;         ///< the file's stem, 1–100 of [a-z0-9._-]
  std::string path;         ///< absolute
  std::string directory;    ///< the folder of the file: relative paths and commands start here
  std::string fingerprint;  ///< SHA-256 of the file's bytes
  std::string title;        ///< hz.title, else the name
  std::optional<std::string> owner, id, kind;
  std::optional<Cron> schedule;
  std::optional<std::string> zone;  ///< nothing: the person's
  Scope scope = Scope::personal;
  std::vector<InputSpec> inputs;
  Runner runner;
  std::vector<std::pair<std::string, std::string>> env;
  Fresh fresh;
  Millis timeout{};
  int retries = 0;
  CatchUp catch_up = CatchUp::latest;
  std::optional<std::string> concurrency;
  std::optional<std::string> idempotency;  ///< nothing: "<job>@<slot>"
  std::string body;                                            ///< the standing instruction, whole
  std::vector<std::pair<std::string, std::string>> sections;  ///< Reactor's: heading → text, in order

  [[nodiscard]] JobName job() const { return JobName{"contract:" + name}; }
};

struct Compiled {
  std::optional<Contract> contract;  ///< nothing when a problem is an error
  Problems problems;
};

/// `path` is absolute, `bytes` are the file's. Never fails as a whole: what is wrong is in `problems`.
[[nodiscard]] Compiled compile_contract(const std::string& path, std::string_view bytes);

/// The file `hz contract new` writes: a contract that compiles and runs as it is.
[[nodiscard]] std::string contract_template(const std::string& name);

}  // namespace hz
