// Another umask for the length of a scope.
#pragma once

#include <sys/stat.h>

namespace hz::test {

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { ::umask(before_); }

 private:
  mode_t before_;
};

}  // namespace hz::test
