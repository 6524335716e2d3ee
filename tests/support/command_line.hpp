// Whole command lines, run in this process.
#pragma once

#include <string>
#include <vector>

#include "heads/cli/cli.hpp"

namespace hz::test {

struct Printed {
  int exit = 0;
  std::string out, err;
  bool operator==(const Printed&) const = default;
};

/// `words` behind "hz", against a registry; a pipe on both sides unless `ports` says otherwise. Its writers are set
/// here.
inline Printed run_words(const Registry& registry, const std::vector<std::string>& words, CliPorts ports = {}) {
  Printed printed;
  const auto into = [](std::string& text) {
    return [&text](std::string_view more) {
      text += more;
      return Written{};
    };
  };
  if (!ports.out) ports.out = into(printed.out);
  if (!ports.err) ports.err = into(printed.err);
  ports.version = "1.2.3";
  std::vector<const char*> argv{"hz"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  printed.exit = run_cli(registry, static_cast<int>(argv.size()), argv.data(), ports);
  return printed;
}

/// Splits at spaces: for words without any.
inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t end = std::min(line.find(' ', from), line.size());
    if (end > from) words.push_back(line.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

/// What a person sees: the commands, their output, "! " before lines of standard error, the exit code if not 0.
inline std::string transcript(const Registry& registry, const std::vector<std::string>& lines,
                              const CliPorts& ports = {}) {
  std::string text;
  for (const std::string& line : lines) {
    const Printed printed = run_words(registry, words_of(line), ports);
    text += "$ hz" + (line.empty() ? "" : ' ' + line) + '\n' + printed.out;
    bool at_start = true;
    for (const char c : printed.err) {
      if (at_start) text += "! ";
      text += c;
      at_start = c == '\n';
    }
    if (printed.exit != 0) text += "(exit " + std::to_string(printed.exit) + ")\n";
    text += '\n';
  }
  return text;
}

}  // namespace hz::test
