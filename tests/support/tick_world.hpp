// A machine that exists only in a test: a clock that stands still until it is moved, entropy that is the same each
// time, files and programs in memory, and a ledger. What is durable outlives a crash; a tick is a process that
// starts anew.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ops/daemon.hpp"
#include "core/ops/draft.hpp"
#include "core/ops/why.hpp"
#include "core/port/contracts.hpp"
#include "core/port/log.hpp"
#include "core/port/machine.hpp"
#include "core/tick/tick.hpp"
#include "tests/support/memory_files.hpp"
#include "tests/support/memory_lane.hpp"
#include "tests/support/scripted_processes.hpp"

namespace hz::test {

class FakeClock final : public Clock {
 public:
  [[nodiscard]] Instant now() const override { return now_; }
  [[nodiscard]] Millis since_boot() const override { return since_boot_; }
  [[nodiscard]] std::string boot_id() const override { return "6d2b1a52-2f0c-4c55-9a0e-6f1d0a4f7b11"; }
  /// Sets the wall clock; the boot clock goes on by as much, or stands if the wall clock went back.
  void set(Instant now);
  void advance(Millis by) { set(now_ + by); }

 private:
  Instant now_{};
  Millis since_boot_{1'000'000};
};

/// SHA-256 of a counter: looks random, is the same in each run.
class CountedEntropy final : public Entropy {
 public:
  [[nodiscard]] std::string hex(std::size_t bytes) override;

 private:
  std::uint64_t count_ = 0;
};

class MemoryContracts final : public ContractFiles {
 public:
  std::map<std::string, std::string> texts;  ///< by name
  [[nodiscard]] const std::string& directory() const override { return directory_; }
  [[nodiscard]] Result<std::vector<ContractFile>> list() const override;
  [[nodiscard]] Result<std::string> create(const std::string& name, const std::string& bytes) override;
  [[nodiscard]] std::optional<std::string> glance() const override { return Json(texts).dump(); }

 private:
  std::string directory_ = "/contracts";
};

class RememberedLog final : public Log {
 public:
  std::vector<std::string> warnings;  ///< "clock.went_back"
  void info(std::string_view, const Json&) override {}
  void warn(std::string_view event, const Json&) override { warnings.emplace_back(event); }
};

/// Dies at the n-th append or keep from now on, before or after it became durable.
struct CrashPoint {
  enum class When { before_append, after_append, before_bodies, after_bodies } when = When::before_append;
  int nth = 1;
};

class TickWorld {
 public:
  TickWorld();
  ~TickWorld();
  TickWorld(const TickWorld&) = delete;
  TickWorld& operator=(const TickWorld&) = delete;

  /// Moves the clock: "2026-11-30T09:02:10.118Z".
  TickWorld& at(const std::string& instant);
  void contract(const std::string& name, const std::string& text) { contracts.texts[name] = text; }

  /// Errors fail the test.
  TickReport tick(const TickOptions& options = {});
  /// A tick that hz does not survive: kill -9 where a fake was told to crash.
  void tick_killed();
  /// Whether it was killed: for crash points that a tick may not reach.
  bool tick_may_be_killed();
  void crash(CrashPoint point);
  /// An operation by its name, as a head would call it.
  Result<Answer> call(const std::string& operation, const Json& arguments = Json::object());

  /// What the lane tells now.
  [[nodiscard]] std::vector<Placed> events();
  [[nodiscard]] Lane& lane();
  [[nodiscard]] Bodies& bodies();
  /// How often the lane was read.
  [[nodiscard]] std::size_t looks() const;
  /// The lines of the commits: "contract:digest begins …".
  [[nodiscard]] const std::vector<std::string>& subjects() const;
  /// "rendered", "skipped" … of the report's lines, with the slot: "contract:digest 2026-11-30 10:00 rendered: 2
  /// new".
  [[nodiscard]] static std::vector<std::string> lines(const TickReport& report);

  FakeClock clock;
  CountedEntropy entropy;
  MemoryContracts contracts;
  test::MemoryFiles files;
  test::MemoryStateFiles state;
  ScriptedProcesses programs, readers;
  RememberedLog log;
  TickSettings settings;
  std::vector<Chore> chores;

 private:
  class ObservedLane;
  class ObservedBodies;
  [[nodiscard]] DaemonPorts ports();

  std::optional<CrashPoint> crash_;
  std::unique_ptr<Zones> zones_;
  std::shared_ptr<MemoryLedger> ledger_;
  std::unique_ptr<ObservedLane> lane_;
  std::unique_ptr<ObservedBodies> bodies_;
  std::unique_ptr<TickGate> gate_;
  std::unique_ptr<LogReader> logs_;
};

}  // namespace hz::test
