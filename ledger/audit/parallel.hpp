// Threads for the time of one call.
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hz {

/// Calls work(0) … work(threads - 1), each in a thread of its own but the first, which is the caller's. What one
/// throws (memory ran out) is thrown on when all have ended.
template <class Work>
void in_parallel(unsigned threads, const Work& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&](unsigned i) {
    try {
      work(i);
    } catch (...) {
      const std::lock_guard guard(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(guarded, i);
  guarded(0);
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace hz
