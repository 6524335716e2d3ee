// One tick at a time on a machine (D3).
#pragma once

#include <string>
#include <variant>

#include "core/base/result.hpp"
#include "heads/host/fd.hpp"

namespace hz {

/// Held for as long as the object lives; dropped by the kernel when the process dies in any way.
class TickLock {
 public:
  /// Who holds it, for display only: a number in a file proves nothing about a process.
  struct Holder {
    int pid = 0;          ///< 0: not told
    std::string started;  ///< as it was passed to take(); empty: not told
    bool operator==(const Holder&) const = default;
  };
  using Taken = std::variant<TickLock, Holder>;

  /// state/tick.lock, creating the folder if need be. The other alternative: a tick is under way already.
  /// Environment error: no lock can be had here, so no tick may run.
  [[nodiscard]] static Result<Taken> take(const std::string& state_folder, const Holder& self);

 private:
  explicit TickLock(Fd file) : file_(std::move(file)) {}
  Fd file_;
};

}  // namespace hz
