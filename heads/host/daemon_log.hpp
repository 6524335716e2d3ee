// The daemon's log: JSON lines in a few generations (D13, fault P4, docs/adr).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace hz {

/// log/daemon.jsonl is the newest generation, then daemon.1.jsonl, daemon.2.jsonl … A line is
/// `{"at":"2026-11-30T09:02:10.118Z","event":"tick.ended","level":"info", …}`. Any number of processes may write:
/// each line is one write under the lock of the file, and whoever rotates holds that lock too, so no line is lost,
/// doubled or torn. All generations are 0600 and their folder 0700, whatever the umask; a symbolic link in the
/// place of one is refused.
class DaemonLog {
 public:
  struct Options {
    std::string path;
    std::uint64_t max_bytes =
        1U << 20U;        ///< of a generation; a line that does not fit any more starts the next one
    int generations = 5;  ///< the newest one included; at least 1
  };
  static constexpr std::size_t max_line = 64U
                                          << 10U;  ///< of a longer line the members are left out, and it says so
  using Complain = std::function<void(const Error&)>;

  /// `complain` hears the first failure and no other: a log that cannot be written never stops a tick.
  DaemonLog(Options options, Complain complain) : options_(std::move(options)), complain_(std::move(complain)) {}

  /// `level`: "info", "warning" or "error". `members` is an object; bytes that are not UTF-8 are replaced.
  void write(Instant at, std::string_view level, std::string_view event, Json members = Json::object());

 private:
  [[nodiscard]] Result<void> append(const std::string& line);
  Options options_;
  Complain complain_;
  bool complained_ = false;
};

/// The last `count` lines of all generations, oldest first. No log yet: no lines. Creates nothing.
[[nodiscard]] Result<std::vector<std::string>> last_log_lines(const DaemonLog::Options& options, std::size_t count);

}  // namespace hz
