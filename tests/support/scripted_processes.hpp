// Programs that exist only in a test: each argv has a script of how its runs end. Runs end in the order in which
// they were started; nothing takes time.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/port/processes.hpp"

namespace hz::test {

/// Ends for scripts.
[[nodiscard]] RunEnd exits(int code, std::string out = "", std::string err = "");
[[nodiscard]] RunEnd is_killed_by(int signal);
[[nodiscard]] RunEnd times_out();
[[nodiscard]] RunEnd does_not_start(std::string why);

class ScriptedProcesses : public Processes {
 public:
  using Script = std::function<RunEnd(const RunRequest& request)>;

  /// How the next run of `argv` ends. Several ends are used one after the other, the last one for ever. A program
  /// without a script does not start ("no such file").
  void script(const std::vector<std::string>& argv, RunEnd end);
  /// The same, for an end that depends on the request (its input, its environment).
  void script(const std::vector<std::string>& argv, Script end);

  /// hz is killed while this program runs: the wait that would have told of its next end throws SimulatedCrash. All
  /// runs under way are dropped, as if the keepers had killed them.
  void crash_during(const std::vector<std::string>& argv) { crash_during_.insert(argv); }
  /// The lock of a run is still held, as while its keeper is not done; `let_go` ends that.
  void hold(const std::string& lock) { held_.insert(lock); }
  void let_go(const std::string& lock) { held_.erase(lock); }
  /// Not even a keeper can be started.
  void refuse_to_start(Error error) { refusal_ = std::move(error); }

  [[nodiscard]] Result<RunHandle> start(const RunRequest& request) override;
  [[nodiscard]] std::optional<Ended> wait(Millis up_to) override;
  [[nodiscard]] bool is_gone(const std::string& lock, Millis up_to) override;

  /// All that was ever asked to start, in order.
  std::vector<RunRequest> requests;
  /// How many runs were under way at the same time, at most.
  std::size_t most_at_once = 0;
  /// Called with `took` of each run that ends, and with the whole wait when none is under way: a test's clock moves
  /// by it.
  std::function<void(Millis)> time_passes;

 private:
  struct Running {
    RunHandle handle;
    RunRequest request;
  };
  [[nodiscard]] RunEnd end_of(const RunRequest& request);

  std::map<std::vector<std::string>, std::deque<Script>> scripts_;
  std::set<std::vector<std::string>> crash_during_;
  std::set<std::string> held_;
  std::optional<Error> refusal_;
  std::deque<Running> running_;
  RunHandle next_ = 1;
};

}  // namespace hz::test
