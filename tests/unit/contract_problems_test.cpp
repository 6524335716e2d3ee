// Each fixtures/contracts/<name>.md beside the problems that it has, <name>.problems, a line each.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/contract/contract.hpp"
#include "tests/support/catch.hpp"

namespace hz {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> fixtures() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(HZ_FIXTURES "/contracts"))
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string lines(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.str() + "\n";
  return text;
}

/// What holds for any bytes.
void check_total(const std::string& bytes) {
  const Compiled compiled = compile_contract("/c/digest.md", bytes);
  CHECK(compiled.contract.has_value() == !has_error(compiled.problems));
  CHECK(compiled.problems.size() <= compile_problems_max + 1);
  Problems sorted = compiled.problems;
  if (sorted.size() <= compile_problems_max) {
    sort_by_place(sorted);
    CHECK(lines(sorted) == lines(compiled.problems));
  }
  for (const Problem& problem : compiled.problems) {
    CHECK(problem.str().find('\n') == std::string::npos);
    CHECK_NOTHROW(problem.to_json().dump());
  }
}

}  // namespace

TEST_CASE("each fixture has exactly the problems that stand beside it") {
  const auto paths = fixtures();
  REQUIRE(paths.size() >= 18);
  for (const auto& path : paths) {
    INFO(path.filename().string());
    const Compiled compiled = compile_contract("/c/" + path.filename().string(), read_file(path));
    CHECK(lines(compiled.problems) == read_file(std::filesystem::path(path).replace_extension("problems")));
  }
}

TEST_CASE("bytes that are no text are one problem, at their place") {
  using namespace std::string_literals;
  const auto problems = [](const std::string& bytes) { return lines(compile_contract("/c/c.md", bytes).problems); };
  CHECK(problems("---\nname: c\nhz: {x: \xC3}\n---\n") == "c.md:3:9: not valid UTF-8 — save the file as UTF-8\n");
  CHECK(problems("---\nname: c\n---\nbody\n\0"s) == "c.md:5:1: a NUL byte — remove it\n");
  CHECK(problems("\xFF\xFE-\0-\0"s) == "c.md: this is UTF-16, not UTF-8 — save the file as UTF-8\n");
  CHECK(problems(std::string(contract_bytes_max + 1, 'x')) == "c.md: longer than 1024 kB — make it shorter\n");
  CHECK(problems("---\nname: c\nhz: {runner: {command: [date, \"a\\0b\"]}}\n---\n") ==
        "c.md:3:31: text with a NUL in it — leave \\0 out\n");
}

TEST_CASE("front matter beyond 64 kB is a problem, a body beyond it is not") {
  const std::string long_line(65 << 10, 'x');
  const std::string start = "---\nname: c\nhz: {runner: {command: [date]}}\n";
  CHECK(lines(compile_contract("/c/c.md", start + "# " + long_line + "\n---\n").problems) ==
        "c.md:2:1: the front matter is longer than 64 kB — what is long belongs below it, or in a file\n");
  CHECK(compile_contract("/c/c.md", start + "---\n" + long_line).contract);
}

TEST_CASE("a file full of problems lists fifty and counts the rest") {
  std::string text = "---\nname: c\nhz:\n  runner: {command: [date]}\n";
  for (int i = 0; i < 100; ++i) text += "  k" + std::to_string(i) + ": 1\n";
  const Compiled compiled = compile_contract("/c/c.md", text + "---\n");
  CHECK_FALSE(compiled.contract);
  REQUIRE(compiled.problems.size() == 51);
  CHECK(compiled.problems.back().str() == "c.md: 50 more problems — mend these first");
}

TEST_CASE("a warning too many hides no error") {
  std::string text = "---\nname: c\nhz: {runner: {command: [date]}, fresh: x}\n---\n";
  std::string body;
  for (int i = 0; i < 100; ++i) body += "### X" + std::to_string(i) + "\n";
  CHECK_FALSE(compile_contract("/c/c.md", text + body).contract);
  CHECK(has_error(compile_contract("/c/c.md", text + body).problems));
}

TEST_CASE("any bytes compile or are refused: truncated, spliced and flipped fixtures") {
  std::vector<std::string> texts;
  for (const auto& path : fixtures()) texts.push_back(read_file(path));
  const std::string special = "\t\n\r \"'#&*,-.:<>?@[]{}|!%`~\x04\x7f\xc3\xff";
  std::mt19937 random(20261130);  // the same bytes each time
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (int round = 0; round < 3000; ++round) {
    std::string text = texts[below(texts.size())];
    for (std::size_t change = 0; change <= below(4); ++change) {
      const std::size_t at = below(text.size());
      const std::string& other = texts[below(texts.size())];
      switch (below(4)) {
        case 0:
          if (!text.empty()) text[at] = special[below(special.size())];
          break;
        case 1:
          text.insert(at, 1 + below(20), special[below(special.size())]);
          break;
        case 2:
          text.erase(at, below(30));
          break;
        default:
          text.insert(at, other.substr(below(other.size()), below(60)));
      }
    }
    check_total(text);
  }
}

}  // namespace hz
