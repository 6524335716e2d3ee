// Recorded data under fixtures/. A test whose data is missing fails: it never passes for want of something to look
// at.
#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/text.hpp"

namespace hz::testing {

inline std::string read_fixture(const std::string& name) {
  std::ifstream file{std::string{HZ_FIXTURES} + "/" + name, std::ios::binary};
  if (!file) throw std::runtime_error{"no fixture " + name};
  return {std::istreambuf_iterator<char>{file}, {}};
}

inline std::vector<std::string> fixture_lines(const std::string& name) {
  return split_lines(read_fixture(name));
}

inline Json json_fixture(const std::string& name) {
  auto read = parse_json(read_fixture(name), name);
  if (!read) throw std::runtime_error{read.error().what + ": " + read.error().why};
  return *std::move(read);
}

}  // namespace hz::testing
