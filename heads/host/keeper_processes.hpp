// Runs under keepers (heads/host/keeper.hpp).
#pragma once

#include <memory>
#include <sys/types.h>
#include <vector>

#include "core/port/processes.hpp"

namespace hz {

class KeeperProcesses final : public Processes {
 public:
  struct Options {
    std::string program;       ///< hz itself; "/proc/self/exe" still works when the file was replaced
    std::string state_folder;  ///< for runs/<lock>.lock
    mode_t umask = 022;        ///< the person's, for runs
    Millis grace{2000};        ///< between TERM and KILL
    Millis margin{30'000};     ///< how long after that a keeper may stay silent before it is taken for lost
  };

  /// Makes this process the subreaper of orphans: should a run kill its keeper, what it started falls to us. From
  /// then on every child of this process that is no keeper counts as such an orphan if it is younger than the lost
  /// keeper.
  explicit KeeperProcesses(Options options);
  /// Runs under way are ended by their keepers, as when hz is killed.
  ~KeeperProcesses() override;

  /// Environment error: no keeper. Usage error: an argument or variable holds a NUL character, or the lock's name
  /// is no file name. A timeout of zero means none.
  [[nodiscard]] Result<RunHandle> start(const RunRequest& request) override;
  /// A signal that hz handles may cut the wait short.
  [[nodiscard]] std::optional<Ended> wait(Millis up_to) override;
  [[nodiscard]] bool is_gone(const std::string& lock, Millis up_to) override;

 private:
  struct Run;
  [[nodiscard]] std::string lock_path(const std::string& lock) const;
  [[nodiscard]] std::optional<RunEnd> look_after(Run& run, bool readable);
  [[nodiscard]] RunEnd lose(Run& run);
  void reap_keepers();

  Options options_;
  RunHandle last_ = 0;
  std::vector<std::unique_ptr<Run>> runs_;
  std::vector<pid_t> leaving_;  ///< keepers that have answered
};

}  // namespace hz
