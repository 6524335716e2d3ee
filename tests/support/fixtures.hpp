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

namespace hz::test {

inline std::string read_whole(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"no file " + path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

inline std::string read_fixture(const std::string& name) {
  return read_whole(std::string{HZ_FIXTURES} + "/" + name);
}

/// A file of the source tree: for pages that must stay true.
inline std::string read_source(const std::string& name) {
  return read_whole(std::string{HZ_SOURCE} + "/" + name);
}

inline std::vector<std::string> fixture_lines(const std::string& name) {
  return split_lines(read_fixture(name));
}

inline Json json_fixture(const std::string& name) {
  auto read = parse_json(read_fixture(name), name);
  if (!read) throw std::runtime_error{read.error().what + ": " + read.error().why};
  return *std::move(read);
}

}  // namespace hz::test
