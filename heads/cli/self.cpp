#include "heads/cli/self.hpp"

#include "heads/cli/manpage.hpp"
#include "heads/cli/shells.hpp"

namespace hz {

namespace {

std::string_view to_text(cli::Completion::Paths paths) {
  switch (paths) {
    case cli::Completion::Paths::files:
      return "files";
    case cli::Completion::Paths::folders:
      return "folders";
    case cli::Completion::Paths::none:
      break;
  }
  return "none";
}

Answer completion(const CommandLineParts& parts, const Args& args) {
  const cli::Completion found = cli::complete(parts.all(), args.text("line").value_or(""), parts.names_of);
  Json items = Json::array();
  for (const cli::Candidate& candidate : found.candidates)
    items.push_back({{"word", candidate.word}, {"says", candidate.says}});
  return {{{"items", std::move(items)}, {"paths", to_text(found.paths)}}};
}

}  // namespace

void declare_command_line(Registry& registry, CommandLineParts parts) {
  registry.add({
      .name = "system.completions",
      .summary = "The completions of a shell, to be sourced or installed",
      .reach = Reach::reads,
      .heads = cli_only,
      .params = {{.name = "shell",
                  .help = "bash, fish or zsh",
                  .positional = true,
                  .required = true,
                  .choices = cli::shells()}},
      .examples = {{"source <(hz system completions bash)", "in ~/.bashrc; zsh takes the same"},
                   {"hz system completions fish | source", "in ~/.config/fish/config.fish"}},
      .run = [](const Args& args) -> Result<Answer> {
        const std::string shell = args.text("shell").value_or("");
        return Answer{{{"shell", shell}, {"text", cli::completion_script(shell)}}};
      },
      .details = "./dev install puts them where the shells look for them.",
  });
  registry.add({
      .name = "system.manpage",
      .summary = "The manual page of hz, as man reads it",
      .reach = Reach::reads,
      .heads = cli_only,
      .examples = {{"hz system manpage | man -l -", "read it"},
                   {"hz system manpage > ~/.local/share/man/man1/hz.1", "install it, as ./dev install does"}},
      .run = [all = parts.all, version = parts.version](const Args&) -> Result<Answer> {
        return Answer{{{"text", cli::manpage(all(), version)}}};
      },
  });
  registry.add({
      .name = "system.complete",
      .summary = "What may stand next on a command line: what the shells' completions ask",
      .reach = Reach::reads,
      .heads = cli_only,
      .params = {{.name = "line",
                  .help = "what stands before the cursor, from the program's name on",
                  .positional = true,
                  .required = true}},
      .examples = {{"hz system complete \"hz system dae\"", "one candidate a line, what it is behind a tab"}},
      .run = [parts = std::move(parts)](const Args& args) -> Result<Answer> { return completion(parts, args); },
  });
}

}  // namespace hz
