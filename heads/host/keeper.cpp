#include "heads/host/keeper.hpp"

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

#include "heads/host/boot_timer.hpp"
#include "heads/host/clock.hpp"
#include "heads/host/keeper_message.hpp"
#include "heads/host/kept_output.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"
#include "heads/host/process_tree.hpp"
#include "heads/host/program.hpp"

#ifndef __WALL
#define __WALL 0
#endif
#ifndef POLLRDHUP
#define POLLRDHUP POLLHUP
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

namespace hz {
namespace {

constexpr Millis longest_grace_without_hz{2000};  // nothing is alive five seconds after hz is gone
constexpr Millis patience{10'000};                // with processes that do not die of a KILL
constexpr int pace_ms = 20;                       // between two looks at what is still alive
constexpr int patient_pace_ms = 1000;             // when ten seconds of looking did not help

// Signals become a byte in a pipe, so that one poll waits for everything. A handler can reach only globals.
int signal_pipe = -1;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): see above
volatile std::sig_atomic_t told_to_end =
    0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): see above

void on_signal(int signal) {
  const int saved = errno;
  if (signal != SIGCHLD) told_to_end = 1;
  static_cast<void>(::write(signal_pipe, "", 1) == 1);
  errno = saved;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

/// All of hz's orders, or nothing if hz went away before they were whole.
std::optional<KeeperOrders> receive_orders(const Fd& hz) {
  FrameReader reader;
  std::array<char, 1U << 16U> buffer{};
  while (true) {
    const ssize_t got = ::read(hz.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || !reader.feed({buffer.data(), static_cast<std::size_t>(got)})) return std::nullopt;
    if (auto frame = reader.take()) return orders_of(*std::move(frame));
  }
}

bool is_gone(const Fd& hz) {
  pollfd end{hz.get(), POLLRDHUP, 0};
  return ::poll(&end, 1, 0) > 0;
}

class Keeper {
 public:
  Keeper(Fd hz, Fd signals, KeeperOrders orders, TookTime took_time)
      : hz_(std::move(hz)),
        signals_(std::move(signals)),
        orders_(std::move(orders)),
        out_(orders_.request.keep_out),
        err_(orders_.request.keep_err),
        took_time_(took_time) {}

  void keep() {
    if (const auto why = take_lock()) return answer_not_started(*why);
    // The order matters: whoever finds this lock free after hz is gone knows that nothing will start under it.
    if (is_gone(hz_)) return;
    auto started = start_program(orders_.request, orders_.umask);
    if (const auto* not_started = std::get_if<NotStarted>(&started)) return answer_not_started(not_started->why);
    program_ = std::get<StartedProgram>(std::move(started));
    began_ = milliseconds_since_boot();
    if (orders_.request.timeout > Millis{0}) timer_.set(began_ + orders_.request.timeout);
    while (!ended_ && !kill_now_) wait_for_something();
    kill_all();
    drain();
    lock_.reset();
    answer();
  }

 private:
  std::optional<std::string> take_lock() {
    if (orders_.lock_path.empty()) return std::nullopt;
    auto taken = lock_file(orders_.lock_path, WhenHeld::give_up);
    if (!taken) return taken.error().what + ": " + taken.error().why;
    if (!*taken) return "something of an earlier run under the same lease is still alive";
    lock_.emplace(*std::move(*taken), orders_.lock_path);
    return std::nullopt;
  }

  void wait_for_something() {
    std::array<pollfd, 6> polled{{
        {timer_.fd(), POLLIN, 0},
        {signals_.get(), POLLIN, 0},
        {hz_gone_ ? -1 : hz_.get(), POLLRDHUP, 0},
        {program_.output.get(), POLLIN, 0},
        {program_.errors.get(), POLLIN, 0},
        {program_.input.get(), POLLOUT, 0},
    }};
    if (::poll(polled.data(), polled.size(), timer_.longest_wait_ms()) < 0 && errno != EINTR) kill_now_ = true;
    if (timer_.due()) return on_timer();  // first: after a wake nothing else matters
    if (polled[1].revents != 0) on_signals();
    if (polled[2].revents != 0) on_hz_gone();
    if (polled[3].revents != 0) take_from(program_.output, out_);
    if (polled[4].revents != 0) take_from(program_.errors, err_);
    if (polled[5].revents != 0) feed();
  }

  void on_timer() {
    if (stopping_) {
      kill_now_ = true;
    } else {
      timed_out_ = true;
      stop(orders_.grace);
    }
  }

  void on_signals() {
    std::array<char, 64> bytes{};
    while (::read(signals_.get(), bytes.data(), bytes.size()) > 0) {
    }
    reap();
    if (told_to_end != 0 && !stopping_) stop(orders_.grace);
  }

  void on_hz_gone() {
    hz_gone_ = true;
    if (!stopping_) stop(orders_.grace);
    timer_.set(std::min(timer_.at(), milliseconds_since_boot() + longest_grace_without_hz));
  }

  /// Asks everything to end; the timer will bring the end that is not asked for.
  void stop(Millis grace) {
    stopping_ = true;
    signal_all(SIGTERM);
    timer_.set(milliseconds_since_boot() + grace);
  }

  void signal_all(int signal) const {
#ifdef __linux__
    for (const ProcessRef& process : descendants_of(::getpid())) send_signal(process, signal);
#else
    ::kill(-program_.pid, signal);
#endif
  }

  /// Collects what has died. False: nothing of the run is left, which no look at /proc could prove: every orphan
  /// below us becomes our child, so where something lives there is a child.
  bool reap() {
    while (true) {
      int status = 0;
      const pid_t pid = ::waitpid(-1, &status, WNOHANG | __WALL);
      if (pid == 0) return true;
      if (pid < 0 && errno == EINTR) continue;
      if (pid < 0) return false;
      if (pid == program_.pid && !ended_) {
        ended_ = true;
        status_ = status;
        took_ = milliseconds_since_boot() - began_;
      }
    }
  }

  void kill_all() {
    const Millis give_up = milliseconds_since_boot() + patience;
    while (reap()) {
#ifdef __linux__
      stop_and_kill([] { return descendants_of(::getpid()); });
#else
      signal_all(SIGKILL);
#endif
      if (!reap()) return;
      if (!answered_ && milliseconds_since_boot() > give_up) {
        left_ = descendants_of(::getpid()).size();
        drain();
        answer();
      }
      pollfd signals{signals_.get(), POLLIN, 0};
      if (::poll(&signals, 1, answered_ ? patient_pace_ms : pace_ms) > 0) on_signals();
    }
  }

  template <class Kept>
  static void take_from(Fd& from, Kept& kept) {
    std::array<char, 1U << 16U> buffer{};
    const ssize_t got = ::read(from.get(), buffer.data(), buffer.size());
    if (got > 0) kept.add({buffer.data(), static_cast<std::size_t>(got)});
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) from.close();
  }

  void feed() {
    const std::string& input = orders_.request.input;
    if (fed_ < input.size()) {
      const ssize_t written = ::write(program_.input.get(), input.data() + fed_, input.size() - fed_);
      if (written < 0 && (errno == EAGAIN || errno == EINTR)) return;
      fed_ = written < 0 ? input.size() : fed_ + static_cast<std::size_t>(written);  // nobody reads it any more
    }
    if (fed_ == input.size()) program_.input.close();
  }

  /// What lies in the pipes. All writers are dead, unless a descriptor was handed to a stranger: hence the bound.
  void drain() {
    constexpr int most = 64;
    for (int i = 0; i < most && is_readable(program_.output); ++i) take_from(program_.output, out_);
    for (int i = 0; i < most && is_readable(program_.errors); ++i) take_from(program_.errors, err_);
  }
  static bool is_readable(const Fd& fd) {
    pollfd polled{fd.get(), POLLIN, 0};
    return fd && ::poll(&polled, 1, 0) > 0;
  }

  void answer_not_started(const std::string& why) {
    lock_.reset();
    RunEnd end;
    end.how = RunEnd::How::not_started;
    end.why = why;
    send(end);
  }

  void answer() {
    if (answered_) return;
    RunEnd end;
    const bool signalled = ended_ && WIFSIGNALED(status_);
    end.how = timed_out_ ? RunEnd::How::timed_out : signalled ? RunEnd::How::signalled : RunEnd::How::exited;
    end.code = signalled ? WTERMSIG(status_) : ended_ && !timed_out_ ? WEXITSTATUS(status_) : 0;
    end.out_bytes = out_.seen();
    end.err_bytes = err_.seen();
    end.out = out_.take();
    end.err = err_.take();
    if (took_time_ == TookTime::told) end.took = ended_ ? took_ : milliseconds_since_boot() - began_;
    if (left_ > 0) end.why = fmt::format("{} of its processes could not be killed", left_);
    send(end);
  }

  void send(const RunEnd& end) {
    answered_ = true;
    const std::string bytes = encode(to_frame(end));
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t some = ::send(hz_.get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) return;  // hz is gone; the next one learns of the run from its lock
      sent += static_cast<std::size_t>(some);
    }
  }

  /// Its file goes first: nobody can then meet a file without a lock that somebody is about to take.
  struct RunLock {
    RunLock(Fd held, std::string where) : file(std::move(held)), path(std::move(where)) {}
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;
    ~RunLock() { ::unlink(path.c_str()); }
    Fd file;
    std::string path;
  };

  Fd hz_, signals_;
  KeeperOrders orders_;
  KeptHead out_;
  KeptTail err_;
  std::optional<RunLock> lock_;
  StartedProgram program_;
  BootTimer timer_;
  TookTime took_time_;
  Millis began_{}, took_{};
  std::size_t fed_ = 0, left_ = 0;
  int status_ = 0;
  bool hz_gone_ = false, ended_ = false, stopping_ = false, timed_out_ = false, kill_now_ = false,
       answered_ = false;
};

}  // namespace

int keeper_main(int /*argc*/, char** /*argv*/, TookTime took) {
  Fd hz{keeper_socket};
  ::fcntl(hz.get(), F_SETFD, FD_CLOEXEC);
  close_on_exec_from(keeper_socket + 1);
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // A run may have stopped us with a signal; when hz goes we must be awake to clean up.
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);
#endif
  Pipe signals = open_pipe();
  if (!signals.read) return 1;
  do_not_block(signals.read);
  do_not_block(signals.write);
  signal_pipe = signals.write.get();
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}) handle(signal, on_signal);
  handle(SIGPIPE, SIG_IGN);

  auto orders = receive_orders(hz);
  if (!orders) return 1;
  Keeper keeper{std::move(hz), std::move(signals.read), *std::move(orders), took};
  keeper.keep();
  return 0;
}

}  // namespace hz
