// The door through which libFuzzer comes in.
#include <memory>

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hz::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
