// Real runs under real keepers, in a state folder of the test's own.
#pragma once

#include <sys/stat.h>

#include "heads/host/keeper_processes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/marked_processes.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz::test {

inline constexpr Millis long_enough{120'000};

class KeeperRuns {
 public:
  /// `command` for /bin/sh, which starts with the mark in its environment.
  [[nodiscard]] RunRequest shell(const std::string& command) const {
    RunRequest request;
    request.argv = {"/bin/sh", "-c", command};
    request.directory = folder.path();
    request.environment = {{"PATH", "/usr/bin:/bin"}, {"HZ_TEST_MARK", mark}};
    request.timeout = long_enough;
    return request;
  }

  [[nodiscard]] RunEnd run(const RunRequest& request) {
    const auto handle = processes.start(request);
    REQUIRE(handle);
    const auto ended = processes.wait(long_enough);
    REQUIRE(ended);
    CHECK(ended->handle == *handle);
    return ended->end;
  }
  [[nodiscard]] RunEnd run(const std::string& command) { return run(shell(command)); }

  /// Nothing that the run has started is alive at the moment of asking.
  [[nodiscard]] bool nothing_is_alive() const { return alive_with(mark).empty(); }

  TempFolder folder;
  std::string mark = new_mark();
  KeeperProcesses processes{{HZ_KEEPER_HOST, folder.path("state"), 022, Millis{100}}};
};

}  // namespace hz::test
