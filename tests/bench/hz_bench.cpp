// What is measured inside of one process; tests/bench/bench.py runs it and makes rows of it.
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <stdexcept>

#include "tests/bench/bench.hpp"

namespace hz::bench {

void fail(const std::string& why) {
  throw std::runtime_error(why);
}

double Samples::now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

double Samples::spent() const {
  return now() - begun_;
}

void Samples::time(const std::string& name, const std::function<void()>& work) {
  const double begin = now();
  work();
  add(name, now() - begin);
}

void Samples::print() const {
  std::string line;
  for (const auto& [name, values] : values_)
    line += fmt::format("{}\"{}\": [{:.7f}]", line.empty() ? "" : ", ", name, fmt::join(values, ", "));
  std::puts(("{" + line + "}").c_str());
}

}  // namespace hz::bench

namespace {

void dispatch(const std::vector<std::string>& words) {
  const std::map<std::string, void (*)(const hz::bench::Words&)> commands{
      {"append", hz::bench::append}, {"processes", hz::bench::processes}, {"verify", hz::bench::verify}};
  const auto command = words.empty() ? commands.end() : commands.find(words.front());
  if (command == commands.end()) hz::bench::fail("it knows append, processes and verify (tests/bench/bench.hpp)");
  command->second({words.begin() + 1, words.end()});
}

}  // namespace

int main(int count, char** arguments) {
  try {
    dispatch({arguments + 1, arguments + count});
  } catch (const std::exception& broken) {
    fmt::print(stderr, "hz-bench: {}\n", broken.what());
    return 1;
  }
  return 0;
}
