// The lane of this machine in its private ledger, with what belongs to every append: the machine's id is kept with
// the first one, and the witness remembers the tip after each.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/port/clock.hpp"
#include "core/port/files.hpp"
#include "core/port/lane.hpp"
#include "heads/host/machine_file.hpp"

namespace hz {

/// Makes the machine what its events say it is, once.
class FirstAppend {
 public:
  FirstAppend(MachineFile file, MachineId machine, const Clock& clock)
      : file_(std::move(file)), machine_(std::move(machine)), clock_(clock) {}
  /// Conflict when another process made this home a different machine meanwhile.
  [[nodiscard]] Result<void> settle();

 private:
  MachineFile file_;
  MachineId machine_;
  const Clock& clock_;
  bool settled_ = false;
};

class PrivateLane final : public Lane {
 public:
  using Complain = std::function<void(const Error&)>;

  /// `complain` hears that the witness could not be kept, once: the events are durable by then, and whoever
  /// appended them must be told so.
  PrivateLane(Lane& lane, FirstAppend& first, StateFiles& state, Complain complain)
      : lane_(lane), first_(first), state_(state), complain_(std::move(complain)) {}

  [[nodiscard]] const std::string& ref() const override { return lane_.ref(); }
  [[nodiscard]] Result<std::shared_ptr<const View>> at_tip() override { return lane_.at_tip(); }
  [[nodiscard]] Result<std::shared_ptr<const View>> as_of(const Moment& moment) override {
    return lane_.as_of(moment);
  }
  [[nodiscard]] Result<Tip> append(const Tip& expected, const Commit& commit) override;
  [[nodiscard]] std::optional<std::string> glance() override { return lane_.glance(); }
  [[nodiscard]] std::vector<std::string> remarks() const override { return lane_.remarks(); }

 private:
  void witness(const Tip& tip);

  Lane& lane_;
  FirstAppend& first_;
  StateFiles& state_;
  Complain complain_;
  bool complained_ = false;
};

class PrivateBodies final : public Bodies {
 public:
  PrivateBodies(Bodies& bodies, FirstAppend& first) : bodies_(bodies), first_(first) {}

  [[nodiscard]] Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) override;
  [[nodiscard]] Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const override {
    return bodies_.find(at, ref);
  }

 private:
  Bodies& bodies_;
  FirstAppend& first_;
};

}  // namespace hz
