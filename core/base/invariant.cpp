#include "core/base/invariant.hpp"

#include <cstdio>
#include <cstdlib>

namespace hz {

void invariant_broken(const char* name, const char* file, int line) {
  // stdio and not fmt: nothing here may allocate or throw.
  static_cast<void>(std::fprintf(stderr, "hz: broken invariant: %s (%s:%d)\n", name, file, line));
  std::abort();
}

}  // namespace hz
