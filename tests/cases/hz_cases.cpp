// hz-cases KIND FILE: runs a table of cases against the code that hz is made of. One line a failing case, then
// "N passed, N failed". Exit 0 when all pass, 1 when one fails, 2 when there is nothing to run.
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/cases/cases.hpp"

namespace {

using Run = hz::cases::Tally (*)(const hz::Json&);

Run run_of(std::string_view kind) {
  if (kind == "cron") return hz::cases::run_cron;
  if (kind == "catchup") return hz::cases::run_catchup;
  if (kind == "jcs") return hz::cases::run_jcs;
  if (kind == "ref") return hz::cases::run_ref;
  return nullptr;
}

int unusable(std::string_view why) {
  fmt::print(stderr, "hz-cases: {}\n", why);
  return 2;
}

int run(Run cases, const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) return unusable(fmt::format("{} cannot be read", path));
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  const auto table = hz::parse_json(text, path);
  if (!table) return unusable(fmt::format("{}: {}", table.error().what, table.error().why));
  const hz::cases::Tally tally = cases(*table);
  fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
  if (tally.passed + tally.failed == 0) return unusable(fmt::format("{} holds no cases", path));
  return tally.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  const Run cases = count == 3 ? run_of(arguments[1]) : nullptr;
  if (cases == nullptr) return unusable("usage: hz-cases <cron|catchup|jcs|ref> FILE.json");
  try {
    return run(cases, arguments[2]);
  } catch (const std::exception& error) {
    return unusable(fmt::format("{} is not a table of cases: {}", arguments[2], error.what()));
  }
}
