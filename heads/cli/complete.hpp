// What may stand next on a command line: the registry knows, the shells ask (H2).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/operation.hpp"

namespace hz::cli {

struct Candidate {
  std::string word, says;
};

struct Completion {
  enum class Paths { none, files, folders };

  std::vector<Candidate> candidates;  ///< each begins with the word that is being typed
  Paths paths = Paths::none;          ///< what the shell adds by itself
};

/// The names that a value may have, by what help calls it: "JOB", "CONTRACT", "SETTING". Unknown kinds have none.
using NamesOf = std::function<std::vector<std::string>(std::string_view kind)>;

/// `line` is what stands before the cursor, with the program's name: "hz system dae". Never an error: what nothing
/// can follow has no candidates. Options that stand there already are not offered again.
[[nodiscard]] Completion complete(const Registry& registry, std::string_view line, const NamesOf& names_of);

/// The words of a line as a shell reads them: blanks part them, quotes and backslashes hold them together. The last
/// one is the one being typed; it is empty behind a blank, and a quote in it may still be open.
[[nodiscard]] std::vector<std::string> typed_words(std::string_view line);

}  // namespace hz::cli
