// Finds the living processes that carry a mark in their environment: everything that a run has started, however it
// forked or changed its session.
#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace hz::test {

/// Unique to this call, in this process and any other.
[[nodiscard]] std::string new_mark();

/// Processes with HZ_TEST_MARK=<mark>, except the one asking; zombies are not alive.
[[nodiscard]] std::vector<pid_t> alive_with(const std::string& mark);

/// Looks again and again until the condition holds; false after a time that no healthy machine needs.
[[nodiscard]] bool eventually(const std::function<bool()>& condition);

}  // namespace hz::test
