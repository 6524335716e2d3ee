#include "heads/host/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include "core/base/text.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

/// argv or envp: pointers into strings that outlive the call of exec.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string why_not(const std::string& program, int error) {
  const std::string shown = escape_for_display(program);
  struct stat status {};
  const bool exists = ::stat(program.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return fmt::format("{}: is a directory", shown);
  if (exists && error == ENOENT) return fmt::format("{}: the interpreter that it names is not there", shown);
  if (error == ENOEXEC) return fmt::format("{}: is neither a program nor a script with a #! line", shown);
  return fmt::format("{}: {}", shown, errno_words(error));
}

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> folders;
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t colon = std::min(path.find(':', from), path.size());
    // An empty or relative entry would mean the working directory: a file there must not take the place of a
    // program.
    if (path[from] == '/') folders.push_back(path.substr(from, colon - from));
    from = colon + 1;
  }
  return folders;
}

/// Replaces this process, or answers why not. The working directory is the run's already.
std::string execute(const RunRequest& request) {
  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> environment;
  for (const auto& [name, value] : request.environment) environment.push_back(name + "=" + value);
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(environment);

  const std::string& name = request.argv[0];
  if (name.find('/') != std::string::npos) {
    ::execve(name.c_str(), argv.data(), envp.data());
    return why_not(name, errno);
  }
  const auto given = request.environment.find("PATH");
  const std::string path = given == request.environment.end() ? "/usr/bin:/bin" : given->second;
  std::string denied;
  for (const std::string& folder : split_path(path)) {
    const std::string program = folder + "/" + name;
    ::execve(program.c_str(), argv.data(), envp.data());
    const int error = errno;
    if (error != ENOENT && error != ENOTDIR && denied.empty()) denied = why_not(program, error);
  }
  if (!denied.empty()) return denied;
  return fmt::format("{}: not found in PATH ({})", escape_for_display(name), escape_for_display(path));
}

void reset_signals() {
  struct sigaction fresh {};
  fresh.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &fresh, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// A keeper that dies takes the program with it, whatever becomes of the rest.
void die_with(pid_t keeper) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (::getppid() != keeper) ::_exit(1);
}

void forbid_core_dumps() {
  rlimit limit{};
  ::getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 0;
  ::setrlimit(RLIMIT_CORE, &limit);
}

struct ChildEnds {
  int input, output, errors, complaint;
};

/// In the child. Writes to `complaint` why it could not become the program.
[[noreturn]] void become_program(const RunRequest& request, mode_t mask, pid_t keeper, const ChildEnds& ends) {
  die_with(keeper);
  ::setsid();
  ::dup2(ends.input, STDIN_FILENO);
  ::dup2(ends.output, STDOUT_FILENO);
  ::dup2(ends.errors, STDERR_FILENO);
  close_on_exec_from(STDERR_FILENO + 1);
  forbid_core_dumps();
  ::umask(mask);
  std::string why;
  if (::chdir(request.directory.c_str()) != 0) {
    why = fmt::format("the working directory {}: {}", escape_for_display(request.directory), errno_words(errno));
  } else {
    reset_signals();
    why = execute(request);
  }
  static_cast<void>(write_all(ends.complaint, why));
  ::_exit(1);
}

}  // namespace

void close_on_exec_from(int first) {
#if defined(__linux__) && defined(CLOSE_RANGE_CLOEXEC)
  if (::close_range(static_cast<unsigned>(first), ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  constexpr long most = 65'536;
  const long limit = std::min(::sysconf(_SC_OPEN_MAX), most);
  for (int fd = first; fd < limit; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

Pipe open_pipe() {
  std::array<int, 2> ends{-1, -1};
#ifdef __linux__
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
#else
  if (::pipe(ends.data()) != 0) return {};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
  return {Fd{ends[0]}, Fd{ends[1]}};
}

void do_not_block(const Fd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

std::variant<StartedProgram, NotStarted> start_program(const RunRequest& request, mode_t umask) {
  if (request.argv.empty() || request.argv[0].empty()) return NotStarted{"no program was named"};
  Pipe input = open_pipe();
  Pipe output = open_pipe();
  Pipe errors = open_pipe();
  Pipe complaint = open_pipe();
  if (!complaint.read || !input.read || !output.read || !errors.read) {
    return NotStarted{fmt::format("no pipes for it: {}", errno_words(errno))};
  }
  const pid_t self = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return NotStarted{fmt::format("no process for it: {}", errno_words(errno))};
  if (pid == 0) {
    become_program(request, umask, self,
                   {input.read.get(), output.write.get(), errors.write.get(), complaint.write.get()});
  }
  complaint.write.close();  // else its end is never seen
  constexpr std::size_t enough = 4096;
  const auto why = read_up_to(complaint.read.get(), enough);
  if (!why || !why->empty()) {
    ::waitpid(pid, nullptr, 0);
    return NotStarted{why.value_or("nothing was heard from its process")};
  }
  do_not_block(input.write);
  do_not_block(output.read);
  do_not_block(errors.read);
  return StartedProgram{pid, std::move(input.write), std::move(output.read), std::move(errors.read)};
}

}  // namespace hz
