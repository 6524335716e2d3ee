#include "heads/cli/cli.hpp"

#include <exception>

#include "heads/cli/console.hpp"
#include "heads/cli/help.hpp"
#include "heads/cli/request.hpp"
#include "heads/cli/views/view.hpp"

namespace hz {
namespace cli {
namespace {

/// "hz help system daemon" is "hz system daemon --help".
void read_help_word(const Registry& registry, std::vector<std::string>& words, Globals& globals) {
  if (words.empty() || words.front() != "help" || registry.find("help") != nullptr) return;
  words.erase(words.begin());
  globals.help = true;
}

Result<Reply> help(const Registry& registry, const Named& named, const Style& style) {
  if (named.operation != nullptr)
    return Reply{operation_document(*named.operation), operation_help(*named.operation, style)};
  if (!named.rest.empty()) return no_such_command(registry, named);
  return Reply{group_document(registry, named.path), group_help(registry, named.path, style)};
}

/// What a library threw where nobody expected it: a bug, and the process still answers as it should.
Result<Answer> run_guarded(const Operation& operation, const Args& args, Progress& progress) {
  try {
    return operation.run(args, progress);
  } catch (const std::exception& thrown) {
    return Error{ErrorKind::internal, "hz met a bug in " + operation.name, thrown.what(),
                 "What was recorded before it is kept; nothing more was done.", "hz doctor"};
  }
}

Result<Reply> run(const Operation& operation, std::vector<std::string> words, const Style& style,
                  const CliPorts& ports) {
  HZ_TRY_ASSIGN(const Json arguments, parse_arguments(operation, std::move(words)));
  HZ_TRY_ASSIGN(const Args args, bind(operation, arguments, Spelling::command_line));
  const Result<Answer> answer = [&] {
    ConsoleProgress progress{ports};
    return run_guarded(operation, args, progress);
  }();
  if (!answer) return answer.error();
  return Reply{answer->document, view_of(operation.name, answer->document, style),
               answer->well ? exit_done : exit_not_well};
}

Result<Reply> reply_to(const Registry& registry, std::vector<std::string> words, Globals& globals,
                       const Style& style, const CliPorts& ports) {
  if (globals.version) return Reply{{{"version", ports.version}}, "hz " + ports.version + '\n'};
  const bool alone = words.empty() && !globals.help;
  if (alone) return Reply{group_document(registry, {}), front_page(registry, style)};
  Named named = follow(registry, std::move(words));
  // A group alone is a question, not a mistake: what is in it?
  const bool group_alone = named.operation == nullptr && named.rest.empty();
  if (globals.help || group_alone) return help(registry, named, style);
  if (named.operation == nullptr) return no_such_command(registry, named);
  return run(*named.operation, std::move(named.rest), style, ports);
}

}  // namespace
}  // namespace cli

int run_cli(const Registry& registry, int argc, const char* const* argv, const CliPorts& ports) {
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  cli::Globals globals;
  const Result<void> taken = cli::take_globals(words, globals);
  cli::read_help_word(registry, words, globals);
  const cli::Console console{ports, globals};
  if (!taken) return console.show(taken.error());
  const Result<cli::Reply> reply = cli::reply_to(registry, std::move(words), globals, console.style(), ports);
  return reply ? console.show(*reply) : console.show(reply.error());
}

}  // namespace hz
