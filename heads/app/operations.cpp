#include "heads/app/operations.hpp"

#include "core/config/settings.hpp"
#include "core/contract/contract.hpp"
#include "core/ops/audit_log.hpp"
#include "core/ops/audit_verify.hpp"
#include "core/ops/config.hpp"
#include "core/ops/contract.hpp"
#include "core/ops/daemon.hpp"
#include "core/ops/doctor.hpp"
#include "core/ops/draft.hpp"
#include "core/ops/ledger.hpp"
#include "core/ops/why.hpp"
#include "heads/app/machine_checks.hpp"
#include "heads/cli/self.hpp"
#include "heads/host/settings_text.hpp"

namespace hz {

namespace {

/// Opens the home at the first operation that needs it and keeps it for the process.
class Door {
 public:
  explicit Door(Surroundings around) : around_(std::move(around)) {}

  [[nodiscard]] Result<Home*> home() {
    if (!home_) {
      HZ_TRY_ASSIGN(home_, Home::open(around_));
    }
    return home_.get();
  }

  /// A function that opens the home and takes one group's ports from it.
  template <class Ports>
  static std::function<Result<Ports>()> to(const std::shared_ptr<Door>& door, Ports (Home::*ports)()) {
    return [door, ports]() -> Result<Ports> {
      HZ_TRY_ASSIGN(Home* const home, door->home());
      return (home->*ports)();
    };
  }

 private:
  Surroundings around_;
  std::unique_ptr<Home> home_;
};

/// For completions: what can be told from the names of files, without the ledger. No home, no names.
std::vector<std::string> names_of(Door& door, std::string_view kind) {
  std::vector<std::string> names;
  if (kind == "SETTING")
    for (const SettingSpec& setting : settings_schema()) names.push_back(setting.key);
  if (kind != "JOB" && kind != "CONTRACT") return names;
  const auto home = door.home();
  const auto files = home ? (*home)->contracts().contracts.list() : home.error();
  if (!files) return names;
  for (const ContractFile& file : *files) {
    const std::string stem = file.path.substr(file.path.rfind('/') + 1);
    if (std::string name = stem.substr(0, stem.size() - 3); is_contract_name(name))
      names.push_back(std::move(name));
  }
  return names;
}

/// Without a home: settings can be looked at and mended where they keep a home from opening.
Result<ConfigPorts> config_ports(const ProcessFacts& facts) {
  HZ_TRY_ASSIGN(const Paths paths, resolve_paths(facts.paths));
  return ConfigPorts{std::make_shared<DiskSettingsText>(paths.config), facts.hz_person, facts.login,
                     facts.host_name};
}

void describe_groups(Registry& registry) {
  registry.describe("audit", "What happened, and whether the ledger still says the truth");
  registry.describe("contract", "Your contracts: what is to be done, and when");
  registry.describe("draft", "What was rendered");
  registry.describe("ledger", "The private ledger: a git repository on your own disk");
  registry.describe("system", "The daemon, the settings and hz itself");
  registry.describe("system.config", "Your settings, in hz.toml");
  registry.describe("system.daemon", "Scheduled work on this machine");
}

}  // namespace

Registry all_operations(const Surroundings& around) {
  const auto door = std::make_shared<Door>(around);
  Registry registry;
  declare_daemon(registry, Door::to(door, &Home::daemon));
  declare_draft(registry, Door::to(door, &Home::daemon));
  declare_why(registry, Door::to(door, &Home::daemon));
  declare_config(registry, [facts = around.facts] { return config_ports(facts); });
  declare_contract(registry, Door::to(door, &Home::contracts));
  declare_ledger(registry, Door::to(door, &Home::ledger));
  declare_audit_log(registry, Door::to(door, &Home::audit_log));
  declare_audit_verify(registry, Door::to(door, &Home::audit_verify));
  declare_doctor(registry,
                 {Door::to(door, &Home::daemon), [facts = around.facts] { return check_machine(facts); }});
  declare_command_line(registry, {[around] { return all_operations(around); },
                                  [door](std::string_view kind) { return names_of(*door, kind); }, HZ_VERSION});
  describe_groups(registry);
  return registry;
}

}  // namespace hz
