#include "heads/app/person_mask.hpp"

#include <sys/stat.h>

namespace hz {

namespace {

mode_t remembered = 022;

}  // namespace

void make_private() {
  remembered = umask(077);
}

mode_t person_mask() {
  return remembered;
}

}  // namespace hz
