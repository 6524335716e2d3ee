// What every measurement inside of one process shares: a clock, samples by name, an end when something is wrong.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace hz::bench {

[[noreturn]] void fail(const std::string& why);

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error().what + ". " + result.error().why);
  return *std::move(result);
}
inline void must(const Result<void>& result) {
  if (!result) fail(result.error().what + ". " + result.error().why);
}

/// Seconds by name, in the order of their rounds: sample i of one name and of another were taken one after the
/// other, so that a machine that is busy for a while is busy for both.
class Samples {
 public:
  void time(const std::string& name, const std::function<void()>& work);
  void add(const std::string& name, double value) { values_[name].push_back(value); }
  /// Since it was made.
  [[nodiscard]] double spent() const;
  /// {"name": [seconds, …], …} on standard output.
  void print() const;

 private:
  std::map<std::string, std::vector<double>> values_;
  double begun_ = now();

  [[nodiscard]] static double now();
};

/// The words after the command's name.
using Words = std::vector<std::string>;

/// append SMALL MIDDLE LARGE WORK_TREE SCRATCH ROUNDS: homes that may be written to, a git work tree, a folder.
void append(const Words& words);
/// processes ROUNDS SECONDS -- COMMAND… -- COMMAND…: each to its end, one after the other, until the rounds or the
/// seconds are over, but three rounds at least.
void processes(const Words& words);
/// verify LEDGER ROUNDS [ROW…]
void verify(const Words& words);

}  // namespace hz::bench
