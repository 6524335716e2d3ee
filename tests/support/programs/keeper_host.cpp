// Stands for hz in tests of the keeper: "keeper" is a keeper, "drive" an hz that starts one run and waits for it.
//   keeper-host drive STATE LOCK COMMAND   runs `/bin/sh -c COMMAND` with HZ_TEST_MARK as it is
#include <cstdlib>
#include <cstring>

#include "heads/host/keeper.hpp"
#include "heads/host/keeper_processes.hpp"

namespace {

int drive(const char* program, const char* state, const char* lock, const char* command) {
  hz::KeeperProcesses processes{{program, state}};
  hz::RunRequest request;
  request.argv = {"/bin/sh", "-c", command};
  request.directory = "/";
  request.environment = {{"PATH", "/usr/bin:/bin"}, {"HZ_TEST_MARK", std::getenv("HZ_TEST_MARK")}};
  request.timeout = hz::Millis{600'000};
  request.lock = lock;
  if (!processes.start(request)) return 1;
  while (!processes.wait(hz::Millis{1000})) {
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], hz::keeper_command) == 0) return hz::keeper_main(argc, argv);
  constexpr int arguments_of_drive = 5;
  if (argc == arguments_of_drive && std::strcmp(argv[1], "drive") == 0)
    return drive(argv[0], argv[2], argv[3], argv[4]);
  return 2;
}
