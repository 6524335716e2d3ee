// An alarm on the clock that counts sleep: after a wake it is due at once, not when the machine has been awake long
// enough.
#pragma once

#include "core/base/time.hpp"
#include "heads/host/fd.hpp"

namespace hz {

class BootTimer {
 public:
  BootTimer();
  /// `at` on milliseconds_since_boot(). Replaces what was set before.
  void set(Millis at);
  [[nodiscard]] Millis at() const { return at_; }
  [[nodiscard]] bool due() const;
  /// To poll for reading; -1 where there is no such descriptor (macOS).
  [[nodiscard]] int fd() const { return fd_.get(); }
  /// The longest that a poll may wait, for its last argument: without a descriptor the clock is looked at every
  /// second.
  [[nodiscard]] int longest_wait_ms() const;

 private:
  Millis at_ = Millis::max();
  Fd fd_;
};

}  // namespace hz
