// A contract is data (W4): a Markdown file with YAML front matter whose body is the standing instruction. It
// compiles to a job. docs/formats/contract.md is the reference.
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
struct FreshNever {
  bool operator==(const FreshNever&) const = default;
};
struct FreshEachSlot {
  bool operator==(const FreshEachSlot&) const = default;
};
struct FreshFor {
  Millis duration{};
  bool operator==(const FreshFor&) const = default;
};
using Fresh = std::variant<FreshNever, FreshEachSlot, FreshFor>;

struct Contract {
  std::string name;         ///< the file's stem, 1–100 of [a-z0-9._-]; hz's own: "hz:" before it
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
  std::optional<std::string> idempotency;  ///< a text with {job} and {slot}; nothing: "{job}@{slot}" (see slot_key)
  Json on, publish, caps;                  ///< checked for shape and kept; null if absent. They have no effect yet
  Json others = Json::object();            ///< top-level keys that hz does not know, as written
  std::string body;                        ///< the standing instruction, whole
  std::vector<std::pair<std::string, std::string>> sections;  ///< Reactor's: heading → text, in order

  [[nodiscard]] JobName job() const { return job_of_contract(name); }
};

struct Compiled {
  std::string name;                  ///< the file's stem, even when it is no name of a contract
  std::string path;                  ///< absolute
  std::string fingerprint;           ///< SHA-256 of the file's bytes; empty when they could not be read
  std::optional<Contract> contract;  ///< nothing when a problem is an error
  Problems problems;  ///< in the order of the file; at most compile_problems_max and a line that counts the rest
};

inline constexpr std::size_t contract_bytes_max = 1U << 20U;
inline constexpr std::size_t compile_problems_max = 50;

/// 1–100 of [a-z0-9._-], and no name of dots only.
[[nodiscard]] bool is_contract_name(std::string_view name);
/// "/home/ada/contracts/digest.md" → "digest"
[[nodiscard]] std::string contract_name_of(std::string_view path);

/// `path` is absolute, `bytes` are the file's: any bytes. Never fails as a whole: what is wrong is in `problems`,
/// whose places name the file without its folder.
[[nodiscard]] Compiled compile_contract(const std::string& path, std::string_view bytes);

/// The slot's idempotency key (D5): a slot whose key was rendered is skipped.
[[nodiscard]] std::string slot_key(const Contract& contract, Slot slot);

/// The file `hz contract new` writes: a contract that compiles without a warning and runs as it is, on any machine.
/// `name` is a contract's name.
[[nodiscard]] std::string contract_template(const std::string& name);

}  // namespace hz
