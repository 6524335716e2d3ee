#include "heads/host/clock.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#include <sys/sysctl.h>
#endif

#include "core/base/hex.hpp"
#include "heads/host/posix.hpp"

namespace hz {

Instant SystemClock::now() const {
  return std::chrono::floor<Millis>(std::chrono::system_clock::now());
}

Millis SystemClock::since_boot() const {
  return milliseconds_since_boot();
}

Millis milliseconds_since_boot() {
#ifdef __APPLE__
  constexpr clockid_t clock = CLOCK_MONOTONIC;
#else
  constexpr clockid_t clock = CLOCK_BOOTTIME;
#endif
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::floor<Millis>(std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec});
}

std::string SystemClock::boot_id() const {
#ifdef __APPLE__
  std::array<char, 64> id{};
  std::size_t size = id.size();
  if (::sysctlbyname("kern.bootsessionuuid", id.data(), &size, nullptr, 0) != 0) return "";
  return id.data();
#else
  constexpr std::size_t uuid_size = 36;
  const Fd file{::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)};
  if (!file) return "";
  return read_up_to(file.get(), uuid_size).value_or("");
#endif
}

std::string SystemEntropy::hex(std::size_t bytes) {
  constexpr std::size_t most_at_once = 256;  // of getentropy
  std::array<char, most_at_once> raw{};
  std::string text;
  text.reserve(2 * bytes);
  while (text.size() < 2 * bytes) {
    const std::size_t count = std::min(most_at_once, bytes - text.size() / 2);
    if (::getentropy(raw.data(), count) != 0) {
      std::fputs("hz: the kernel gives no random bytes\n", stderr);
      std::abort();
    }
    text += to_hex({raw.data(), count});
  }
  return text;
}

}  // namespace hz
