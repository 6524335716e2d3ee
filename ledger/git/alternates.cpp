#include "ledger/git/alternates.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace hz::git {
namespace {

namespace fs = std::filesystem;

constexpr int depth_max = 5;
constexpr std::size_t folders_max = 1000;

void add(std::vector<std::string>& folders, const fs::path& folder, int depth) {
  std::error_code fault;
  const std::string path = fs::canonical(folder, fault).string();
  if (fault || folders.size() == folders_max || std::find(folders.begin(), folders.end(), path) != folders.end())
    return;
  folders.push_back(path);
  if (depth == depth_max) return;
  std::ifstream file(path + "/info/alternates");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    add(folders, fs::path(path) / line, depth + 1);  // an absolute line replaces the path before it
  }
}

}  // namespace

std::vector<std::string> object_folders(const std::string& objects) {
  std::vector<std::string> folders;
  add(folders, objects, 0);
  return folders;
}

}  // namespace hz::git
