#include "heads/cli/manpage.hpp"

#include <array>
#include <fmt/format.h>

#include "core/base/utf8.hpp"
#include "heads/cli/help.hpp"

namespace hz::cli {
namespace {

struct Named {
  std::string_view name, says;
};

constexpr std::array<std::string_view, 3> description{
    "A job is a contract: a Markdown file that says what to read, when, and what to make of it. A timer calls hz "
    "system daemon tick every few minutes; a tick runs what is due and has something new to read, and ends.",
    "Everything that happened is an event in the ledger, a git repository on your own disk. Nothing needs a "
    "server, "
    "an account or the network, and nothing is published by itself.",
    "Every command prints one JSON document with --json; docs/formats/answers.md and the schemas beside it say "
    "what "
    "is in it. hz help COMMAND says what a command takes."};

constexpr std::array files{
    Named{"~/.config/hz/hz.toml", "your settings; hz system config shows, sets and explains them"},
    Named{"~/.config/hz/contracts/*.md", "your contracts: putting a file there registers it"},
    Named{"~/.local/share/hz/me.git", "the ledger, a bare git repository"},
    Named{"~/.local/state/hz/", "what only this machine knows: its id, the last tick, skipped slots"},
    Named{"~/.local/state/hz/log/daemon.jsonl", "the log, one JSON object a line, rotated"},
    Named{"~/.cache/hz/", "what can be deleted at any time"},
    Named{"$HZ_HOME/{config,data,state,cache,log}/", "the same, all in one folder, where HZ_HOME is set"},
    Named{"~/Library/Application Support/hz/", "the same on macOS, with Caches/hz and Logs/hz beside it"},
};

constexpr std::array environment{
    Named{"HZ_HOME", "one absolute folder for everything of hz, instead of the XDG folders"},
    Named{"HZ_PERSON", "who you are, where hz.toml does not say it"},
    Named{"XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
          "where the folders above lie, by the XDG Base Directory Specification"},
    Named{"TZ, TZDIR", "your time zone, and where zone data lies"},
    Named{"NO_COLOR", "set and not empty: no colours"},
};

/// Text in which nothing is a request or an escape of roff.
std::string roff(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    const char c = text.front();
    if (next.code_point > 0x7e) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(next.code_point));
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";  // a bare one is a hyphen, which cannot be pasted into a shell
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else if (c == '"') {
      out += "\\(dq";
    } else if (c == '^') {
      out += "\\(ha";
    } else if (c == '~') {
      out += "\\(ti";
    } else if (c == '.' && out.empty()) {
      out += "\\&.";
    } else {
      out += c == '\n' ? ' ' : c;
    }
    text.remove_prefix(next.length);
  }
  return out;
}

std::string section(std::string_view title) {
  return fmt::format(".SH {}\n", title);
}

std::string entry(std::string_view term, std::string_view says) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(term), roff(says));
}

std::string examples_of(const Operation& operation) {
  if (operation.examples.empty()) return {};
  std::string out = ".PP\nExamples:\n";
  for (const Example& example : operation.examples) out += entry(example.command, example.says);
  return out;
}

std::string command(const Operation& operation) {
  std::string out = fmt::format(".SS {}\n{}.\n", roff(usage_line(operation)), roff(operation.summary));
  if (!operation.details.empty()) out += ".PP\n" + roff(operation.details) + '\n';
  for (const bool positional : {true, false})
    for (const Param& param : operation.params)
      if (param.positional == positional) out += entry(option_text(param), help_of(param));
  return out + examples_of(operation);
}

std::string commands(const Registry& registry) {
  std::string out = section("COMMANDS");
  for (const auto& [name, operation] : registry.all())
    if (operation.heads->cli) out += command(operation);
  return out;
}

}  // namespace

std::string manpage(const Registry& registry, const std::string& version) {
  std::string out = fmt::format(".TH HZ 1 \"\" \"hz {}\" \"User Commands\"\n", roff(version));
  out += section("NAME") + "hz \\- scheduled work on your machine, with a receipt of every run\n";
  out += section("SYNOPSIS") + ".B hz\n.I COMMAND\n.RI [ ARGUMENTS ]\n.RB [ \\-\\-json ]\n";
  out += section("DESCRIPTION");
  out += roff(what_hz_is) + '\n';
  for (const std::string_view paragraph : description) out += fmt::format(".PP\n{}\n", roff(paragraph));
  out += section("OPTIONS");
  for (const auto& [name, says] : global_options(true)) out += entry(name, says);
  out += commands(registry);
  out += section("EXIT STATUS");
  for (const ExitCode& code : exit_codes()) out += entry(std::to_string(code.code), code.meaning);
  out += section("ENVIRONMENT");
  for (const Named& variable : environment) out += entry(variable.name, variable.says);
  out += section("FILES");
  for (const Named& file : files) out += entry(file.name, file.says);
  return out + section("SEE ALSO") + ".BR git (1),\n.BR jq (1),\n.BR sha256sum (1)\n";
}

}  // namespace hz::cli
