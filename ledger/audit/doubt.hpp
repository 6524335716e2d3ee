// The first thing that a sweep cannot vouch for, from whichever thread. One is enough: what it means is for the
// walk, commit by commit, to say.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

namespace hz {

class Doubt {
 public:
  void raise(std::string why) {
    const std::lock_guard guard(mutex_);
    if (!raised_) why_ = std::move(why);
    raised_ = true;
  }
  [[nodiscard]] bool raised() const { return raised_; }
  /// After the threads have ended.
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  std::mutex mutex_;
  std::atomic<bool> raised_ = false;
  std::string why_;
};

}  // namespace hz
