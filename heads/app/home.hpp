// HZ_HOME, opened: every port of core with its implementation of this machine. The one place that knows them all.
#pragma once

#include <memory>
#include <string>

#include "core/config/settings.hpp"
#include "core/ops/audit_log.hpp"
#include "core/ops/audit_verify.hpp"
#include "core/ops/contract.hpp"
#include "core/ops/daemon.hpp"
#include "core/ops/ledger.hpp"
#include "heads/app/private_lane.hpp"
#include "heads/app/process_facts.hpp"
#include "heads/host/contract_files.hpp"
#include "heads/host/daemon_log.hpp"
#include "heads/host/file_reader.hpp"
#include "heads/host/keeper_processes.hpp"
#include "heads/host/state_files.hpp"
#include "heads/host/zones.hpp"
#include "ledger/audit/git_auditor.hpp"
#include "ledger/lane/git_bodies.hpp"
#include "ledger/lane/git_lane.hpp"
#include "ledger/lane/git_packs.hpp"

namespace hz {

/// What a home is opened with. Clock and entropy outlive it.
struct Surroundings {
  ProcessFacts facts;
  std::string via;  ///< the head that asks: "cli", "daemon"
  const Clock& clock;
  Entropy& entropy;
};

class Home {
 public:
  /// Reads settings and the machine's id; makes nothing.
  [[nodiscard]] static Result<std::unique_ptr<Home>> open(const Surroundings& around);

  [[nodiscard]] DaemonPorts daemon();
  [[nodiscard]] ContractPorts contracts();
  [[nodiscard]] LedgerPorts ledger();
  [[nodiscard]] AuditLogPorts audit_log();
  [[nodiscard]] AuditVerifyPorts audit_verify();
  [[nodiscard]] const Paths& paths() const { return paths_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }

 private:
  Home(const Surroundings& around, Paths paths, Settings settings);

  Paths paths_;
  Settings settings_;
  const Clock& clock_;
  Entropy& entropy_;
  std::unique_ptr<Zones> zones_;
  DiskContractFiles contract_files_;
  DiskFiles files_;
  DiskStateFiles state_;
  KeeperProcesses runs_, readers_;
  DaemonLog::Options log_options_;
  std::unique_ptr<Log> log_;
  std::unique_ptr<LogReader> log_reader_;
  std::unique_ptr<TickGate> gate_;
  TickSettings tick_settings_;
  // Known once the machine is.
  std::shared_ptr<LedgerFolder> folder_;
  std::unique_ptr<FirstAppend> first_;
  std::unique_ptr<GitLane> git_lane_;
  std::unique_ptr<GitBodies> git_bodies_;
  std::unique_ptr<PrivateLane> lane_;
  std::unique_ptr<PrivateBodies> bodies_;
  GitAuditor auditor_;
  std::string working_directory_;

  std::unique_ptr<GitPacks> packs_;
  std::string program_, hz_home_;

  [[nodiscard]] Result<void> enter(const Surroundings& around);
};

}  // namespace hz
