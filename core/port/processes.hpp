// Runs: programs started for a job, each under a keeper that leaves nothing of it alive (D8).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace hz {

struct RunRequest {
  std::vector<std::string>
      argv;  ///< argv[0] with a slash is relative to `directory`; else looked up in PATH of `environment`
  std::string directory;
  std::map<std::string, std::string> environment;  ///< all of it: nothing is inherited
  std::string input;                               ///< standard input, then end of file
  Millis timeout{};                                ///< then TERM, a moment later KILL
  std::size_t keep_out = 1U << 20U;                ///< first bytes of standard output kept
  std::size_t keep_err = 16U << 10U;               ///< last bytes of standard error kept
  std::string lock;  ///< state/runs/<lock>.lock is held until nothing of the run is alive; empty: no lock
};

struct RunEnd {
  enum class How { exited, signalled, timed_out, not_started, keeper_lost } how = How::exited;
  int code = 0;  ///< exit code, or signal number
  std::string out, err;
  std::uint64_t out_bytes = 0, err_bytes = 0;  ///< all that was written
  Millis took{};
  std::string why;  ///< not_started: "./digest.sh: permission denied"
};

using RunHandle = std::uint64_t;

class Processes {
 public:
  struct Ended {
    RunHandle handle = 0;
    RunEnd end;
  };

  Processes() = default;
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  virtual ~Processes() = default;

  /// Starts and returns at once. Environment error when not even a keeper can be started.
  [[nodiscard]] virtual Result<RunHandle> start(const RunRequest& request) = 0;
  /// The next run that ended, or nothing when none did within `up_to`. With no run under way it waits as long.
  [[nodiscard]] virtual std::optional<Ended> wait(Millis up_to) = 0;
  /// Takes and drops the lock of a run: true means that nothing of it is alive. Waits up to `up_to` for it.
  [[nodiscard]] virtual bool is_gone(const std::string& lock, Millis up_to) = 0;
};

}  // namespace hz
