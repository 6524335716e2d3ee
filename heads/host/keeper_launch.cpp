#include "heads/host/keeper_launch.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "heads/host/keeper.hpp"
#include "heads/host/posix.hpp"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

namespace hz {
namespace {

Error no_keeper(const std::string& program, std::string why) {
  return {ErrorKind::environment, fmt::format("cannot start a keeper ({} {})", program, keeper_command),
          std::move(why), "The run was not started.", fmt::format("see that it can be started: ls -l {}", program)};
}

/// The keepers of this process, by number: a number is not given again before we have collected its process.
class Keepers {
 public:
  void add(pid_t pid) {
    const std::lock_guard guard{mutex_};
    pids_.insert(pid);
  }
  void remove(pid_t pid) {
    const std::lock_guard guard{mutex_};
    pids_.erase(pid);
  }
  [[nodiscard]] bool has(pid_t pid) {
    const std::lock_guard guard{mutex_};
    return pids_.count(pid) != 0;
  }

 private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
};

Keepers& keepers() {
  static Keepers of_this_process;
  return of_this_process;
}

/// A run can read its parent's environment in /proc, so the keeper gets only what its own start may need.
std::vector<std::string> environment_of_keeper() {
  std::vector<std::string> kept;
  for (const char* name :
       {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) kept.push_back(fmt::format("{}={}", name, value));
  }
  return kept;
}

/// What posix_spawn is told: new session, default signals, three times /dev/null and the socket.
class Plan {
 public:
  explicit Plan(int socket) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, socket, keeper_socket);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  /// 0 or an error number.
  [[nodiscard]] int start(const std::string& program, pid_t& pid) const {
    std::array<std::string, 2> arguments{"hz", keeper_command};
    const std::array<char*, 3> argv{arguments[0].data(), arguments[1].data(), nullptr};
    std::vector<std::string> environment = environment_of_keeper();
    std::vector<char*> envp;
    for (std::string& variable : environment) envp.push_back(variable.data());
    envp.push_back(nullptr);
    return ::posix_spawn(&pid, program.c_str(), &actions_, &attributes_, argv.data(), envp.data());
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Two connected ends that no program inherits. Not open: see errno.
std::array<Fd, 2> socket_pair() {
  std::array<int, 2> ends{-1, -1};
#ifdef SOCK_CLOEXEC
  constexpr int kind = SOCK_STREAM | SOCK_CLOEXEC;
#else
  constexpr int kind = SOCK_STREAM;
#endif
  if (::socketpair(AF_UNIX, kind, 0, ends.data()) != 0) return {};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return {Fd{ends[0]}, Fd{ends[1]}};
}

/// A keeper reads its orders before it does anything else; one that does not is no keeper.
bool send_orders(const Fd& socket, std::string_view orders) {
  constexpr timeval patience{10, 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
#ifdef SO_NOSIGPIPE
  constexpr int yes = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  while (!orders.empty()) {
    const ssize_t sent = ::send(socket.get(), orders.data(), orders.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    orders.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace

Result<LaunchedKeeper> launch_keeper(const std::string& program, const std::string& orders) {
  auto [ours, theirs] = socket_pair();
  if (!ours) return no_keeper(program, errno_sentence(errno));
  LaunchedKeeper keeper{0, std::move(ours)};
  if (const int error = Plan{theirs.get()}.start(program, keeper.pid); error != 0) {
    return no_keeper(program, errno_sentence(error));
  }
  keepers().add(keeper.pid);
  theirs.close();  // else the keeper's death would not be heard
  if (!send_orders(keeper.socket, orders)) {
    const int error = errno;
    ::kill(keeper.pid, SIGKILL);
    static_cast<void>(collect_keeper(keeper.pid, true));
    return no_keeper(program, fmt::format("It did not take its orders: {}.", errno_words(error)));
  }
  return keeper;
}

bool is_keeper(pid_t pid) {
  return keepers().has(pid);
}

std::optional<int> collect_keeper(pid_t pid, bool wait) {
  int status = 0;
  pid_t collected = 0;
  do {
    collected = ::waitpid(pid, &status, wait ? 0 : WNOHANG);
  } while (collected < 0 && errno == EINTR);
  if (collected == 0) return std::nullopt;
  keepers().remove(pid);
  return status;
}

}  // namespace hz
