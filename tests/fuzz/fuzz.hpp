// What every fuzzer needs. A fuzzer states what must hold whatever the bytes are: HZ_INVARIANT ends the process
// with the rule that was broken, and the input is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/invariant.hpp"

namespace hz::fuzz {

/// The input of this round, and nothing beyond it: any byte that is read behind its end is found by the sanitizer.
void run(std::string_view bytes);

/// Takes what steers a fuzzer off the front of its input: a number below `n`, by one byte. 0 when nothing is left.
[[nodiscard]] inline std::size_t choose(std::string_view& bytes, std::size_t n) {
  if (bytes.empty()) return 0;
  const auto byte = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  return byte % n;
}

}  // namespace hz::fuzz
