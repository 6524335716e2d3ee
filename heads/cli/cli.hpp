// The command line: renders the registry for people at a terminal, and with --json for programs (H2).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/kernel/operation.hpp"

namespace hz {

/// What became of a write.
struct Written {
  enum class How { all, reader_gone, failed } how = How::all;
  std::string why{};  ///< failed: "No space left on device"
};

struct CliPorts {
  using Write = std::function<Written(std::string_view)>;
  Write out{}, err{};  ///< standard output and error: each writes all of its text before it returns
  bool out_is_terminal = false, err_is_terminal = false;
  bool no_color = false;    ///< NO_COLOR is set and not empty, or the terminal has no colours
  std::size_t columns = 0;  ///< of the terminal; 0: unknown, lines are not wrapped
  std::string version{};
};

/// Runs one command line and answers the exit code (core/kernel/exit_code.hpp). argv[0] is the program.
///
/// The answer is one text on `out`: for people, or with --json exactly one JSON document, errors included. Errors
/// for people go to `err`. A reader of `out` that is gone changes nothing; an `out` that fails is an environment
/// error.
[[nodiscard]] int run_cli(const Registry& registry, int argc, const char* const* argv, const CliPorts& ports);

}  // namespace hz
