#include "heads/app/home.hpp"

#include <cerrno>
#include <unistd.h>

#include "core/event/lane_name.hpp"
#include "heads/app/machine_ports.hpp"
#include "heads/app/person_mask.hpp"
#include "ledger/index/index_store.hpp"

namespace hz {

namespace {

constexpr std::size_t settings_bytes_max = 1U << 20U;

Result<Settings> settings_of_person(const std::string& path) {
  // No file means no settings; one that is there and cannot be read is an error.
  if (access(path.c_str(), F_OK) != 0 && errno == ENOENT) return Settings{};
  HZ_TRY_ASSIGN(const Files::Content content, DiskFiles().read(path, settings_bytes_max + 1));
  return read_settings(content.bytes, {path, std::nullopt});
}

DaemonLog::Options log_options(const Paths& paths, const Settings& settings) {
  return {paths.log, static_cast<std::uint64_t>(settings.log_max_mb) << 20U, static_cast<int>(settings.log_keep)};
}

KeeperProcesses::Options keeper_options(const ProcessFacts& facts, const Paths& paths) {
  return {facts.program, paths.state, person_mask(), Millis{2000}};
}

}  // namespace

Home::Home(const Surroundings& around, Paths paths, Settings settings)
    : paths_(std::move(paths)),
      settings_(settings),
      clock_(around.clock),
      entropy_(around.entropy),
      zones_(make_system_zones({around.facts.tz, around.facts.tzdir.value_or("/usr/share/zoneinfo")})),
      contract_files_(paths_.contracts),
      state_(paths_.state),
      runs_(keeper_options(around.facts, paths_)),
      readers_(keeper_options(around.facts, paths_)),
      log_options_(log_options(paths_, settings_)),
      log_(make_log(log_options_, clock_)),
      log_reader_(make_log_reader(log_options_)),
      gate_(make_tick_gate(paths_.state, clock_, settings_.allow_network_fs)) {}

Result<std::unique_ptr<Home>> Home::open(const Surroundings& around) {
  HZ_TRY_ASSIGN(Paths paths, resolve_paths(around.facts.paths));
  HZ_TRY_ASSIGN(const Settings settings, settings_of_person(paths.config));
  std::unique_ptr<Home> home(new Home(around, std::move(paths), settings));
  HZ_TRY(home->enter(around));
  return home;
}

Result<void> Home::enter(const Surroundings& around) {
  const ProcessFacts& facts = around.facts;
  working_directory_ = facts.working_directory;
  const MachineFile file(state_, paths_.state, paths_.ledger);
  HZ_TRY_ASSIGN(const std::optional<std::string> known, file.find());
  const MachineId machine{known ? *known : draw_machine_id(entropy_)};
  tick_settings_.machine = machine;
  tick_settings_.by = {machine.str(), "", around.via, HZ_VERSION};
  HZ_TRY_ASSIGN(tick_settings_.by.person, resolve_person(settings_, facts.hz_person, facts.login));
  HZ_TRY_ASSIGN(tick_settings_.host, resolve_host(settings_, facts.host_name));
  tick_settings_.interval = std::chrono::minutes{settings_.interval_minutes};
  tick_settings_.runs_at_once = static_cast<int>(settings_.runs_at_once);
  tick_settings_.environment = facts.environment;
  const std::string ref = machine_lane_ref(machine);
  folder_ = std::make_shared<LedgerFolder>(paths_.ledger, ref);
  first_ = std::make_unique<FirstAppend>(file, machine, clock_);
  auto index = std::make_unique<IndexStore>(
      paths_.index, ref, [folder = folder_, ref](const Tip& tip) { return read_plainly(*folder, ref, tip); });
  git_lane_ =
      std::make_unique<GitLane>(folder_, ref, std::move(index), [log = log_.get()](const std::string& text) {
        log->warn("index.trouble", {{"text", text}});
      });
  packs_ = std::make_unique<GitPacks>(folder_);
  program_ = facts.program;
  hz_home_ = facts.paths.hz_home;
  git_bodies_ = std::make_unique<GitBodies>(folder_, machine);
  lane_ = std::make_unique<PrivateLane>(*git_lane_, *first_, state_, complain);
  bodies_ = std::make_unique<PrivateBodies>(*git_bodies_, *first_);
  return ok();
}

DaemonPorts Home::daemon() {
  return {clock_,
          entropy_,
          *zones_,
          contract_files_,
          files_,
          state_,
          runs_,
          readers_,
          *lane_,
          *bodies_,
          *log_,
          *gate_,
          *log_reader_,
          tick_settings_,
          all_chores({[packs = packs_.get()] { return packs->count(); }, program_, hz_home_})};
}

ContractPorts Home::contracts() {
  return {contract_files_, *zones_, clock_};
}

LedgerPorts Home::ledger() {
  return {
      *lane_, *packs_, paths_.ledger, tick_settings_.machine.str(), tick_settings_.by.person, tick_settings_.host};
}

AuditVerifyPorts Home::audit_verify() {
  return {auditor_, state_, paths_.ledger, working_directory_};
}

AuditLogPorts Home::audit_log() {
  return {*lane_, *bodies_};
}

}  // namespace hz
