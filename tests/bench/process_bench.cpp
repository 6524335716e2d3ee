// Whole processes, from their start to their end, as a timer or a person meets them.
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "tests/bench/bench.hpp"
#include "tests/bench/process.hpp"

namespace hz::bench {

Ended run(const Words& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command)
    arguments.push_back(
        const_cast<char*>(word.c_str()));  // NOLINT(cppcoreguidelines-pro-type-const-cast): exec's way
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  const int refused = ::posix_spawnp(&pid, arguments.front(), &files, nullptr, arguments.data(), ::environ);
  posix_spawn_file_actions_destroy(&files);
  if (refused != 0)
    fail(fmt::format("{} cannot be started: {}", command.front(), std::generic_category().message(refused)));
  int status = 0;
  struct rusage used {};
  while (::wait4(pid, &status, 0, &used) < 0) {
    if (errno != EINTR) fail(fmt::format("waiting failed: {}", std::generic_category().message(errno)));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    fail(fmt::format("{} ended with status {:#x}", fmt::join(command, " "), status));
  return {used.ru_maxrss};  // NOLINT(cppcoreguidelines-pro-type-union-access): glibc writes it so
}

void processes(const Words& words) {
  const auto first = std::find(words.begin(), words.end(), "--");
  const auto second = first == words.end() ? first : std::find(first + 1, words.end(), "--");
  if (first - words.begin() != 2 || second == words.end() || second + 1 == words.end())
    fail("usage: processes ROUNDS SECONDS -- COMMAND… -- COMMAND…");
  const int rounds = std::stoi(words[0]);
  const double most_seconds = std::stod(words[1]);
  const Words ours(first + 1, second);
  const Words theirs(second + 1, words.end());
  run(ours);  // once outside of the samples: what both read is in memory from here on
  run(theirs);
  Samples samples;
  for (int round = 0; round < rounds && (round < 3 || samples.spent() < most_seconds); ++round) {
    Ended ended;
    samples.time("ours", [&] { ended = run(ours); });
    samples.time("theirs", [&] { run(theirs); });
    samples.add("ours_rss_mib", static_cast<double>(ended.rss_kib) / 1024);
  }
  samples.print();
}

}  // namespace hz::bench
