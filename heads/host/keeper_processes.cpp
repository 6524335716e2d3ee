#include "heads/host/keeper_processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <functional>
#include <set>
#include <utility>

#include "heads/host/clock.hpp"
#include "heads/host/keeper_launch.hpp"
#include "heads/host/keeper_message.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"
#include "heads/host/process_tree.hpp"

namespace hz {
namespace {

constexpr int pace_ms = 20;

bool holds_nul(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

Result<void> check(const RunRequest& request) {
  bool nul = holds_nul(request.directory) || std::any_of(request.argv.begin(), request.argv.end(), holds_nul);
  for (const auto& [name, value] : request.environment) nul = nul || holds_nul(name) || holds_nul(value);
  const bool bad_lock =
      holds_nul(request.lock) || request.lock.find('/') != std::string::npos || request.lock.starts_with('.');
  if (!nul && !bad_lock) return ok();
  return Error{ErrorKind::usage, "the run cannot be started",
               nul ? "An argument, a variable or its folder holds a NUL character, which no program can be given."
                   : fmt::format("\"{}\" is no name of a lock.", request.lock),
               "Nothing was started.", ""};
}

/// What fell to us from a keeper that was started then, and all below it.
std::vector<ProcessRef> orphans_since(std::uint64_t started) {
  const pid_t self = ::getpid();
  std::set<pid_t> orphans;
  std::vector<ProcessRef> found;
  for (const ProcessRef& process : descendants_of(self)) {
    const bool orphan = process.parent == self ? !is_keeper(process.pid) && process.started >= started
                                               : orphans.count(process.parent) != 0;
    if (!orphan) continue;
    orphans.insert(process.pid);
    found.push_back(process);
  }
  return found;
}

/// Ends what a lost keeper has left to us. Bounded: a process that does not die of a KILL must not hold the tick.
void end_orphans(const std::function<std::vector<ProcessRef>()>& find) {
  constexpr Millis patience{10'000};
  const Millis give_up = milliseconds_since_boot() + patience;
  while (!find().empty() && milliseconds_since_boot() < give_up) {
    stop_and_kill(find);
    for (const ProcessRef& orphan : find()) ::waitpid(orphan.pid, nullptr, WNOHANG);
    if (!find().empty()) ::poll(nullptr, 0, pace_ms);
  }
}

}  // namespace

struct KeeperProcesses::Run {
  RunHandle handle = 0;
  LaunchedKeeper keeper;
  std::uint64_t keeper_started = 0;
  Millis overdue = Millis::max();
  FrameReader reader;
};

KeeperProcesses::KeeperProcesses(Options options) : options_(std::move(options)) {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  // Whoever started us may have had it ignored; then nobody could wait for a child.
  struct sigaction now {};
  if (::sigaction(SIGCHLD, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
    now.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &now, nullptr);
  }
}

KeeperProcesses::~KeeperProcesses() {
  reap_keepers();
}

std::string KeeperProcesses::lock_path(const std::string& lock) const {
  return fmt::format("{}/runs/{}.lock", options_.state_folder, lock);
}

Result<RunHandle> KeeperProcesses::start(const RunRequest& request) {
  HZ_TRY(check(request));
  if (!request.lock.empty()) {
    HZ_TRY(ensure_private_folder(options_.state_folder));
    HZ_TRY(ensure_private_folder(options_.state_folder + "/runs"));
  }
  const KeeperOrders orders{request, request.lock.empty() ? "" : lock_path(request.lock), options_.grace,
                            options_.umask};
  auto run = std::make_unique<Run>();
  HZ_TRY_ASSIGN(run->keeper, launch_keeper(options_.program, encode(to_frame(orders))));
  run->handle = ++last_;
  if (const auto seen = look_up(run->keeper.pid)) run->keeper_started = seen->started;
  if (request.timeout > Millis{0}) {
    run->overdue = milliseconds_since_boot() + request.timeout + options_.grace + options_.margin;
  }
  runs_.push_back(std::move(run));
  return last_;
}

std::optional<Processes::Ended> KeeperProcesses::wait(Millis up_to) {
  reap_keepers();
  const Millis until = milliseconds_since_boot() + up_to;
  while (true) {
    Millis wake = until;
    std::vector<pollfd> polled;
    for (const auto& run : runs_) {
      polled.push_back({run->keeper.socket.get(), POLLIN, 0});
      wake = std::min(wake, run->overdue);
    }
    constexpr Millis longest{60'000};  // poll does not count sleep: look at the clock that does now and then
    const Millis pause = std::clamp(wake - milliseconds_since_boot(), Millis{0}, longest);
    const int ready = ::poll(polled.data(), static_cast<nfds_t>(polled.size()), static_cast<int>(pause.count()));
    if (ready < 0) return std::nullopt;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (auto end = look_after(*runs_[i], polled[i].revents != 0)) {
        Ended ended{runs_[i]->handle, *std::move(end)};
        runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i));
        return ended;
      }
    }
    if (milliseconds_since_boot() >= until) return std::nullopt;
  }
}

std::optional<RunEnd> KeeperProcesses::look_after(Run& run, bool readable) {
  if (!readable) {
    if (milliseconds_since_boot() < run.overdue) return std::nullopt;
    return lose(run);
  }
  std::array<char, 1U << 16U> buffer;
  const ssize_t got = ::recv(run.keeper.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  if (got <= 0 || !run.reader.feed({buffer.data(), static_cast<std::size_t>(got)})) return lose(run);
  auto frame = run.reader.take();
  if (!frame) return std::nullopt;
  auto end = end_of(*std::move(frame));
  if (!end) return lose(run);
  leaving_.push_back(run.keeper.pid);
  return end;
}

/// First the keeper's own death is certain, then what it looked after is ours, and can be ended.
RunEnd KeeperProcesses::lose(Run& run) {
  ::kill(run.keeper.pid, SIGKILL);  // it may only have been stopped
  const int status = collect_keeper(run.keeper.pid, true).value_or(0);
  end_orphans([&] { return orphans_since(run.keeper_started); });
  RunEnd end;
  end.how = RunEnd::How::keeper_lost;
  end.why = WIFSIGNALED(status)
                ? fmt::format("its keeper (process {}) was killed by signal {}", run.keeper.pid, WTERMSIG(status))
                : fmt::format("its keeper (process {}) ended without an answer", run.keeper.pid);
  return end;
}

/// A keeper that has answered ends by itself; one that still waits for a process that cannot be killed goes on.
void KeeperProcesses::reap_keepers() {
  std::erase_if(leaving_, [](pid_t pid) { return collect_keeper(pid, false).has_value(); });
}

bool KeeperProcesses::is_gone(const std::string& lock, Millis up_to) {
  const std::string path = lock_path(lock);
  const Millis until = milliseconds_since_boot() + up_to;
  while (true) {
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return true;
    const auto taken = lock_file(path, WhenHeld::give_up);
    if (!taken) return false;
    if (*taken) {
      ::unlink(path.c_str());  // while it is ours: see lock_file
      return true;
    }
    const Millis left = until - milliseconds_since_boot();
    if (left <= Millis{0}) return false;
    ::poll(nullptr, 0, static_cast<int>(std::min<Millis::rep>(left.count(), pace_ms)));
  }
}

}  // namespace hz
