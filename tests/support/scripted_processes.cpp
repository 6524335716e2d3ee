#include "tests/support/scripted_processes.hpp"

#include <algorithm>

#include "tests/support/simulated_crash.hpp"

namespace hz::test {

RunEnd exits(int code, std::string out, std::string err) {
  RunEnd end;
  end.code = code;
  end.out_bytes = out.size();
  end.err_bytes = err.size();
  end.out = std::move(out);
  end.err = std::move(err);
  return end;
}

RunEnd is_killed_by(int signal) {
  RunEnd end;
  end.how = RunEnd::How::signalled;
  end.code = signal;
  return end;
}

RunEnd times_out() {
  RunEnd end;
  end.how = RunEnd::How::timed_out;
  return end;
}

RunEnd does_not_start(std::string why) {
  RunEnd end;
  end.how = RunEnd::How::not_started;
  end.why = std::move(why);
  return end;
}

void ScriptedProcesses::script(const std::vector<std::string>& argv, RunEnd end) {
  script(argv, [end = std::move(end)](const RunRequest&) { return end; });
}

void ScriptedProcesses::script(const std::vector<std::string>& argv, Script end) {
  scripts_[argv].push_back(std::move(end));
}

Result<RunHandle> ScriptedProcesses::start(const RunRequest& request) {
  if (refusal_) return *refusal_;
  requests.push_back(request);
  running_.push_back({next_, request});
  most_at_once = std::max(most_at_once, running_.size());
  return next_++;
}

std::optional<Processes::Ended> ScriptedProcesses::wait(Millis up_to) {
  if (running_.empty()) {
    if (time_passes) time_passes(up_to);
    return std::nullopt;
  }
  if (crash_during_.erase(running_.front().request.argv) > 0) {
    running_.clear();
    throw SimulatedCrash{};
  }
  const Running run = std::move(running_.front());
  running_.pop_front();
  RunEnd end = end_of(run.request);
  if (time_passes) time_passes(end.took);
  return Ended{run.handle, std::move(end)};
}

bool ScriptedProcesses::is_gone(const std::string& lock, Millis /*up_to*/) {
  return !held_.contains(lock);
}

RunEnd ScriptedProcesses::end_of(const RunRequest& request) {
  const auto found = scripts_.find(request.argv);
  if (found == scripts_.end()) {
    return does_not_start((request.argv.empty() ? "" : request.argv.front()) + ": no such file");
  }
  std::deque<Script>& ends = found->second;
  const Script script = ends.front();
  if (ends.size() > 1) ends.pop_front();
  RunEnd end = script(request);
  end.out = end.out.substr(0, request.keep_out);
  if (end.err.size() > request.keep_err) end.err = end.err.substr(end.err.size() - request.keep_err);
  return end;
}

}  // namespace hz::test
