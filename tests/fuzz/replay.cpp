// Where there is no libFuzzer: runs each file that is named, or that lies in a named folder, once. Other arguments
// are libFuzzer's and mean nothing here.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs(int count, char** arguments) {
  std::vector<fs::path> files;
  for (const fs::path path : std::vector<std::string>(arguments + 1, arguments + count)) {
    if (fs::is_regular_file(path)) files.push_back(path);
    if (!fs::is_directory(path)) continue;
    for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  const auto files = inputs(count, arguments);
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    hz::fuzz::run(bytes);
  }
  std::printf("replayed %zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
