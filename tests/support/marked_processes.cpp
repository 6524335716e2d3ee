#include "tests/support/marked_processes.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <unistd.h>

namespace hz::test {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

bool is_zombie(const std::filesystem::path& process) {
  const std::string stat = text_of(process / "stat");
  const std::size_t name_end = stat.rfind(") ");
  return name_end == std::string::npos || stat.substr(name_end + 2, 1) == "Z" ||
         stat.substr(name_end + 2, 1) == "X";
}

}  // namespace

std::string new_mark() {
  static std::atomic<int> count{0};
  return "mark-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

std::vector<pid_t> alive_with(const std::string& mark) {
  const std::string wanted = std::string{'\0'} + "HZ_TEST_MARK=" + mark + '\0';
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
    const std::string name = entry.path().filename().string();
    if (!std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    const pid_t pid = std::stoi(name);
    if (pid == ::getpid()) continue;
    const std::string environment = '\0' + text_of(entry.path() / "environ");
    if (environment.find(wanted) != std::string::npos && !is_zombie(entry.path())) found.push_back(pid);
  }
  return found;
}

bool eventually(const std::function<bool()>& condition) {
  constexpr int looks = 6000;
  constexpr int pace_ms = 10;
  for (int i = 0; i < looks; ++i) {
    if (condition()) return true;
    ::poll(nullptr, 0, pace_ms);
  }
  return false;
}

}  // namespace hz::test
