// Texts that people read, kept whole in fixtures/golden: a change shows as a diff to review. tests/README.md says
// how to rewrite them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/catch.hpp"

namespace hz::test {

inline std::filesystem::path golden_folder() {
  return std::filesystem::path{HZ_FIXTURES} / "golden";
}

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// `text` is what fixtures/golden/`name` holds; with HZ_REWRITE_GOLDEN=1 it is written there instead.
inline void check_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = golden_folder() / name;
  if (const char* rewrite = std::getenv("HZ_REWRITE_GOLDEN"); rewrite != nullptr && std::string{rewrite} == "1") {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  INFO("fixtures/golden/" << name << "; HZ_REWRITE_GOLDEN=1 rewrites it");
  CHECK(text == file_text(path));
}

}  // namespace hz::test
