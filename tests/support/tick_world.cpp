#include "tests/support/tick_world.hpp"

#include <stdexcept>

#include "core/base/digest.hpp"
#include "core/event/lane_name.hpp"
#include "core/tick/tick.hpp"
#include "heads/host/zones.hpp"
#include "tests/support/simulated_crash.hpp"

namespace hz::test {

namespace {

const MachineId machine{"k3v7q2m5x4ba"};

/// The system's zones, with the version of the worked example: its events hold it.
class PinnedZones final : public Zones {
 public:
  [[nodiscard]] Result<std::shared_ptr<const Zone>> load(const std::string& name) const override {
    return zones_->load(name);
  }
  [[nodiscard]] Result<std::shared_ptr<const Zone>> of_person() const override {
    return zones_->load("Europe/Berlin");
  }
  [[nodiscard]] std::string version() const override { return "2025b"; }

 private:
  std::unique_ptr<Zones> zones_ = make_system_zones({});
};

class FreeGate final : public TickGate {
 public:
  class Free final : public Held {};
  Result<std::unique_ptr<Held>> take() override { return std::unique_ptr<Held>(std::make_unique<Free>()); }
};

class NoLines final : public LogReader {
 public:
  [[nodiscard]] Result<std::vector<Json>> last(std::size_t) const override { return std::vector<Json>{}; }
};

Instant instant(const std::string& text) {
  const auto parsed = parse_instant(text);
  if (!parsed) throw std::runtime_error("no instant: " + text);
  return *parsed;
}

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().what + ": " + result.error().why);
  return *std::move(result);
}

}  // namespace

void FakeClock::set(Instant now) {
  if (now > now_ && now_ != Instant{}) since_boot_ += now - now_;
  now_ = now;
}

std::string CountedEntropy::hex(std::size_t bytes) {
  return sha256_hex("entropy " + std::to_string(count_++)).substr(0, 2 * bytes);
}

Result<std::vector<ContractFile>> MemoryContracts::list() const {
  std::vector<ContractFile> found;
  for (const auto& [name, text] : texts) found.push_back({directory_ + "/" + name + ".md", text, ""});
  return found;
}

Result<std::string> MemoryContracts::create(const std::string& name, const std::string& bytes) {
  texts[name] = bytes;
  return directory_ + "/" + name + ".md";
}

/// Counts down to a crash, and remembers what the commits said.
class TickWorld::ObservedLane final : public Lane {
 public:
  ObservedLane(std::unique_ptr<Lane> lane, std::optional<CrashPoint>& crash)
      : lane_(std::move(lane)), crash_(crash) {}
  [[nodiscard]] const std::string& ref() const override { return lane_->ref(); }
  [[nodiscard]] Result<std::shared_ptr<const View>> at_tip() override {
    ++looks;
    return lane_->at_tip();
  }
  [[nodiscard]] Result<std::shared_ptr<const View>> as_of(const Moment& moment) override {
    return lane_->as_of(moment);
  }
  [[nodiscard]] Result<Tip> append(const Tip& expected, const Commit& commit) override {
    die_if(crash_, CrashPoint::When::before_append, true);
    auto tip = lane_->append(expected, commit);
    if (tip) subjects.push_back(commit.subject);
    die_if(crash_, CrashPoint::When::after_append, true);
    return tip;
  }
  [[nodiscard]] std::optional<std::string> glance() override { return lane_->glance(); }
  static void die_if(std::optional<CrashPoint>& crash, CrashPoint::When when, bool counts) {
    if (!crash || crash->when != when) return;
    if (counts && --crash->nth > 0) return;
    crash.reset();
    throw SimulatedCrash{};
  }
  std::vector<std::string> subjects;
  std::size_t looks = 0;

 private:
  std::unique_ptr<Lane> lane_;
  std::optional<CrashPoint>& crash_;
};

class TickWorld::ObservedBodies final : public Bodies {
 public:
  ObservedBodies(std::unique_ptr<Bodies> bodies, std::optional<CrashPoint>& crash)
      : bodies_(std::move(bodies)), crash_(crash) {}
  [[nodiscard]] Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) override {
    ObservedLane::die_if(crash_, CrashPoint::When::before_bodies, true);
    auto kept = bodies_->keep(at, by, bodies);
    ObservedLane::die_if(crash_, CrashPoint::When::after_bodies, true);
    return kept;
  }
  [[nodiscard]] Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const override {
    return bodies_->find(at, ref);
  }

 private:
  std::unique_ptr<Bodies> bodies_;
  std::optional<CrashPoint>& crash_;
};

TickWorld::TickWorld()
    : zones_(std::make_unique<PinnedZones>()),
      ledger_(std::make_shared<MemoryLedger>()),
      lane_(
          std::make_unique<ObservedLane>(std::make_unique<MemoryLane>(ledger_, machine_lane_ref(machine)), crash_)),
      bodies_(std::make_unique<ObservedBodies>(std::make_unique<MemoryBodies>(ledger_), crash_)),
      gate_(std::make_unique<FreeGate>()),
      logs_(std::make_unique<NoLines>()) {
  settings.machine = machine;
  settings.host = "laptop";
  settings.by = {machine.str(), "ada", "daemon", "0.1.0"};
  settings.environment = {{"HOME", "/home/ada"}, {"LANG", "C.UTF-8"}, {"PATH", "/usr/bin"}};
  programs.time_passes = [this](Millis took) { clock.advance(took); };
}

TickWorld::~TickWorld() = default;

TickWorld& TickWorld::at(const std::string& text) {
  clock.set(instant(text));
  return *this;
}

DaemonPorts TickWorld::ports() {
  return {clock,  entropy,  *zones_, contracts, files,  state,    programs, readers,
          *lane_, *bodies_, log,     *gate_,    *logs_, settings, chores};
}

TickReport TickWorld::tick(const TickOptions& options) {
  NoProgress silent;
  const DaemonPorts all = ports();
  const TickPorts some{all.clock,   all.entropy, all.zones,  all.contracts, all.files, all.state, all.runs,
                       all.readers, all.lane,    all.bodies, all.log,       silent,    all.chores};
  return value_or_throw(run_tick(some, settings, options));
}

void TickWorld::tick_killed() {
  if (!tick_may_be_killed()) throw std::runtime_error("the tick survived");
}

bool TickWorld::tick_may_be_killed() {
  try {
    tick();
  } catch (const SimulatedCrash&) {
    return true;
  }
  return false;
}

void TickWorld::crash(CrashPoint point) {
  crash_ = point;
}

Result<Answer> TickWorld::call(const std::string& operation, const Json& arguments) {
  Registry registry;
  const auto open = [this]() -> Result<DaemonPorts> {
    DaemonPorts all = ports();
    all.settings.by.via = "cli";
    return all;
  };
  declare_daemon(registry, open);
  declare_draft(registry, open);
  declare_why(registry, open);
  const Operation* found = registry.find(operation);
  if (!found) throw std::runtime_error("no operation " + operation);
  HZ_TRY_ASSIGN(const Args args, bind(*found, arguments));
  NoProgress silent;
  return found->run(args, silent);
}

std::vector<Placed> TickWorld::events() {
  std::vector<Placed> all;
  value_or_throw(lane_->at_tip())->for_each([&](const Placed& placed) { all.push_back(placed); });
  return all;
}

Lane& TickWorld::lane() {
  return *lane_;
}
Bodies& TickWorld::bodies() {
  return *bodies_;
}
std::size_t TickWorld::looks() const {
  return lane_->looks;
}

const std::vector<std::string>& TickWorld::subjects() const {
  return lane_->subjects;
}

std::vector<std::string> TickWorld::lines(const TickReport& report) {
  std::vector<std::string> lines;
  for (const TickLine& line : report.jobs) {
    lines.push_back(line.job.str() + (line.local.empty() ? "" : " " + line.local) + " " + line.disposition +
                    (line.why.empty() ? "" : ": " + line.why));
  }
  return lines;
}

}  // namespace hz::test
