// Contracts: any file compiles, or has problems with places that are in it.
#include <algorithm>

#include "core/base/digest.hpp"
#include "core/contract/contract.hpp"
#include "core/contract/front_matter.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  const auto split = split_front_matter(bytes, "digest.md");
  if (const auto* front = std::get_if<FrontMatter>(&split)) {
    HZ_INVARIANT(front->yaml.size() + front->body.size() <= bytes.size() && front->yaml_line < front->body_line,
                 "front matter and body are parts of the file");
  }
  const Compiled compiled = compile_contract("/home/ada/contracts/digest.md", bytes);
  HZ_INVARIANT(compiled.contract.has_value() == !has_error(compiled.problems),
               "a contract compiles or has an error");
  HZ_INVARIANT(compiled.fingerprint == sha256_hex(bytes), "a contract's fingerprint is that of its bytes");
  HZ_INVARIANT(compiled.problems.size() <= compile_problems_max + 1, "problems are bounded");
  const auto lines =
      std::count(bytes.begin(), bytes.end(), '\n') + std::count(bytes.begin(), bytes.end(), '\r') + 1;
  for (const Problem& problem : compiled.problems) {
    HZ_INVARIANT(problem.place.line >= 0 && problem.place.line <= lines, "a problem lies within the file");
    HZ_INVARIANT(!problem.what.empty() && problem.str().find('\n') == std::string::npos, "a problem is one line");
  }
  if (!compiled.contract) return;
  HZ_INVARIANT(compiled.contract->name == "digest" && compiled.contract->inputs.size() <= inputs_max,
               "a contract is within its bounds");
  HZ_INVARIANT(!slot_key(*compiled.contract, Slot{}).empty(), "a slot has a key");
}

}  // namespace hz
