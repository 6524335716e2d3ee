#include "heads/host/boot_timer.hpp"

#ifdef __linux__
#include <sys/timerfd.h>
#endif

#include <algorithm>

#include "heads/host/clock.hpp"

namespace hz {

#ifdef __linux__

BootTimer::BootTimer() : fd_(::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)) {}

void BootTimer::set(Millis at) {
  at_ = at;
  const auto seconds = std::chrono::floor<Seconds>(at);
  itimerspec when{};
  when.it_value.tv_sec = seconds.count();
  when.it_value.tv_nsec = std::chrono::nanoseconds{at - seconds}.count();
  if (at <= Millis{0}) when.it_value.tv_nsec = 1;  // zero would switch the timer off
  ::timerfd_settime(fd_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

#else

BootTimer::BootTimer() = default;
void BootTimer::set(Millis at) {
  at_ = at;
}

#endif

bool BootTimer::due() const {
  return milliseconds_since_boot() >= at_;
}

int BootTimer::longest_wait_ms() const {
  if (fd_ || at_ == Millis::max()) return -1;
  constexpr Millis look_again{1000};
  return static_cast<int>(std::clamp(at_ - milliseconds_since_boot(), Millis{0}, look_again).count());
}

}  // namespace hz
