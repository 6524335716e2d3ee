#include <fmt/format.h>

#include "core/contract/contract.hpp"

namespace hz {
namespace {

/// A name such as "12" or "true" is text only in quotes.
std::string as_yaml_text(const std::string& name) {
  const bool letter_first = name[0] >= 'a' && name[0] <= 'z';
  const bool plain = letter_first && name != "true" && name != "false" && name != "null";
  return plain ? name : fmt::format("\"{}\"", name);
}

constexpr const char* text = R"(---
name: {name}
hz:
  title: {name}
  # Minute, hour, day of month, month, day of week, in your time zone. Here: every day at 7:00.
  schedule: "0 7 * * *"
  # What it reads. Uncomment it, and the run gets what is new, changed and gone since the last draft; without a
  # runner, hz itself writes an outline of that. Kinds: file, feed, json, command.
  # inputs:
  #   - {{name: notes, kind: file, path: notes/*.md}}
  # What it starts, in the folder of this file. What it prints is the draft.
  runner:
    command: [sh, -c, 'echo "# $HZ_JOB"; echo; echo "As of $HZ_AS_OF."']
  timeout: 1m
---
What this contract is for, in plain words. A runner gets this text on its standard input, with the slot and the inputs.
)";

}  // namespace

std::string contract_template(const std::string& name) {
  return fmt::format(fmt::runtime(text), fmt::arg("name", as_yaml_text(name)));
}

}  // namespace hz
