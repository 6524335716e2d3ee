#include "core/tick/chores.hpp"

#include "core/base/invariant.hpp"

namespace hz {
namespace {

constexpr const char* repack_text =
    "---\n"
    "name: repack\n"
    "hz:\n"
    "  title: The ledger's packs are merged\n"
    "  schedule: \"17 3 * * *\"\n"
    "  runner: {command: [hz, ledger, repack]}\n"
    "  timeout: 2h\n"
    "---\n"
    "Every append adds a pack; many small ones become few, so that reading stays fast.\n";

}  // namespace

Contract contract_of(const Chore& chore) {
  const std::string stem = chore.name.substr(chore.name.find(':') + 1);
  Compiled compiled = compile_contract("/" + stem + ".md", chore.text);
  HZ_INVARIANT(compiled.contract.has_value(), "a contract that comes with hz compiles");
  Contract contract = *std::move(compiled.contract);
  contract.name = chore.name;
  auto& command = std::get<CommandRunner>(contract.runner).command;
  HZ_INVARIANT(command.front() == "hz", "a chore is an operation of hz");
  command.front() = chore.program;
  if (!chore.home.empty()) contract.env.emplace_back("HZ_HOME", chore.home);
  return contract;
}

std::vector<Chore> all_chores(const ChoreFacts& facts) {
  return {{"hz:repack", repack_text, [packs = facts.packs] { return packs() >= packs_worth_merging; },
           facts.program, facts.home}};
}

}  // namespace hz
