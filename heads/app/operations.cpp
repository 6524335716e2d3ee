#include "heads/app/operations.hpp"

#include "core/ops/audit_log.hpp"
#include "core/ops/audit_verify.hpp"
#include "core/ops/contract.hpp"
#include "core/ops/daemon.hpp"
#include "core/ops/doctor.hpp"
#include "core/ops/draft.hpp"
#include "core/ops/ledger.hpp"
#include "core/ops/why.hpp"
#include "heads/app/machine_checks.hpp"

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

}  // namespace

Registry all_operations(const Surroundings& around) {
  const auto door = std::make_shared<Door>(around);
  Registry registry;
  declare_daemon(registry, Door::to(door, &Home::daemon));
  declare_draft(registry, Door::to(door, &Home::daemon));
  declare_why(registry, Door::to(door, &Home::daemon));
  declare_contract(registry, Door::to(door, &Home::contracts));
  declare_ledger(registry, Door::to(door, &Home::ledger));
  declare_audit_log(registry, Door::to(door, &Home::audit_log));
  declare_audit_verify(registry, Door::to(door, &Home::audit_verify));
  declare_doctor(registry,
                 {Door::to(door, &Home::daemon), [facts = around.facts] { return check_machine(facts); }});
  return registry;
}

}  // namespace hz
