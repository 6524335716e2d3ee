// Inputs as a contract in /home/ada/contracts would declare them, bound and read by the real code.
#pragma once

#include <stdexcept>
#include <string>

#include "core/watch/input.hpp"
#include "tests/support/nodes.hpp"

namespace hz::test {

inline const std::string contract_folder = "/home/ada/contracts";

/// "what — hint" of each problem that binding this input leaves, one a line.
inline std::string problems_of_input(Json members) {
  Problems problems;
  const auto specs = bind_inputs(node_of(Json::array({std::move(members)})), contract_folder, problems);
  std::string text;
  for (const Problem& problem : problems) text += problem.what + " — " + problem.hint + "\n";
  if (specs.empty() == problems.empty()) throw std::logic_error{"an input is bound or has a problem"};
  return text;
}

inline InputSpec input(Json members) {
  Problems problems;
  auto specs = bind_inputs(node_of(Json::array({std::move(members)})), contract_folder, problems);
  if (specs.size() != 1 || !problems.empty()) {
    throw std::logic_error{problems.empty() ? "not one input" : problems.front().what};
  }
  return specs.front();
}

}  // namespace hz::test
