// Starting the program of a run: a new session, pipes for its three streams, and nothing else of ours.
#pragma once

#include <string>
#include <sys/types.h>
#include <variant>

#include "core/port/processes.hpp"
#include "heads/host/fd.hpp"

namespace hz {

struct StartedProgram {
  pid_t pid = 0;
  Fd input, output, errors;  ///< our ends, closed on exec, without blocking
};

/// Why it did not start: "./digest.sh: permission denied".
struct NotStarted {
  std::string why;
};

/// The program gets the request's arguments, directory and environment and no other, default signals, the umask, no
/// core dumps, no descriptors but the three. It is killed when the caller dies. To be called in a process with one
/// thread (it forks, and the child does more than call exec).
[[nodiscard]] std::variant<StartedProgram, NotStarted> start_program(const RunRequest& request, mode_t umask);

/// Descriptors from `first` on will not reach a program.
void close_on_exec_from(int first);

/// Two ends of a pipe, both closed on exec. Not open: see errno.
struct Pipe {
  Fd read, write;
};
[[nodiscard]] Pipe open_pipe();

/// Reads and writes answer EAGAIN instead of waiting.
void do_not_block(const Fd& fd);

}  // namespace hz
