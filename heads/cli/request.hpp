// From words to what is asked for. The words of every head's own (--json, --help …) are taken out first, wherever
// they stand before "--"; then operation names are followed; what is left are the operation's parameters.
#pragma once

#include <string>
#include <vector>

#include "core/kernel/operation.hpp"

namespace hz::cli {

struct Globals {
  bool json = false, no_color = false, help = false, version = false;
};

/// Takes the globals out of `words`. Usage error for one that stands there twice; `globals` is filled in anyway, so
/// that the error is shown as asked for.
[[nodiscard]] Result<void> take_globals(std::vector<std::string>& words, Globals& globals);

/// What the first words name: an operation, a group of them, or both ("chat").
struct Named {
  std::string path;                      ///< "system.daemon"; empty: hz itself
  const Operation* operation = nullptr;  ///< if `path` is one
  std::vector<std::string> rest;         ///< the words behind it
};
[[nodiscard]] Named follow(const Registry& registry, std::vector<std::string> words);

/// "hz system daemon" for "system.daemon", "hz" for nothing.
[[nodiscard]] std::string command_line_of(const std::string& path);
/// The words that may follow: {"daemon", "update"} for "system". Operations without a command line are not there.
[[nodiscard]] std::vector<std::string> words_below(const Registry& registry, const std::string& path);

/// Usage error for words, at least one, that name no operation: names the first and what may have been meant.
[[nodiscard]] Error no_such_command(const Registry& registry, const Named& named);

/// The operation's parameters as bind() wants them. Usage error for unknown options, a missing value, an option
/// given twice, too many words. Values, bounds and choices are bind()'s.
[[nodiscard]] Result<Json> parse_arguments(const Operation& operation, std::vector<std::string> words);

}  // namespace hz::cli
