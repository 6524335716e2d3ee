// Other programs that look at what hz wrote: git, sha256sum. Their environment is empty but for PATH.
#pragma once

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace hz::test {

struct ShellEnd {
  int code = 0;
  std::string out;  ///< standard output and error
};

/// Runs `command` with sh; `environment` is words like "HOME=/x".
inline ShellEnd shell(const std::string& command, const std::string& environment = "") {
  std::string quoted = "'";
  for (const char c : command) quoted += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  const std::string whole =
      "env -i PATH=\"$PATH\" GIT_CONFIG_NOSYSTEM=1 " + environment + " sh -c " + quoted + "' 2>&1";
  FILE* const pipe = ::popen(whole.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell");
  ShellEnd end;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe))
    end.out.append(buffer.data(), got);
  end.code = ::pclose(pipe);
  return end;
}

/// The output of a command that must succeed.
inline std::string output_of(const std::string& command) {
  ShellEnd end = shell(command);
  if (end.code != 0) throw std::runtime_error(command + ": " + end.out);
  return std::move(end.out);
}

}  // namespace hz::test
