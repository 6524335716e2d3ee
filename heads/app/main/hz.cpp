// The program. Everything it does lies in heads/app (wiring) and below.
#include <string_view>

#include "heads/app/operations.hpp"
#include "heads/app/person_mask.hpp"
#include "heads/app/terminal.hpp"
#include "heads/cli/cli.hpp"
#include "heads/host/clock.hpp"
#include "heads/host/keeper.hpp"

int main(int argc, char** argv) {
  hz::make_private();
  if (argc > 1 && std::string_view(argv[1]) == hz::keeper_command) return hz::keeper_main(argc, argv);
  const hz::SystemClock clock;
  hz::SystemEntropy entropy;
  const hz::Registry registry = hz::all_operations({hz::facts_of_process(), "cli", clock, entropy});
  return hz::run_cli(registry, argc, argv, hz::terminal_ports());
}
