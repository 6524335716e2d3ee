#include "heads/app/process_facts.hpp"

#include <array>
#include <climits>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace hz {

namespace {

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread is started
  return value == nullptr ? std::nullopt : std::optional<std::string>{value};
}

std::string login_name() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 16384> buffer{};
  if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
    return found->pw_name;
  return std::to_string(geteuid());
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

std::string program_path() {
  std::array<char, PATH_MAX> path{};
#ifdef __APPLE__
  std::uint32_t size = path.size();
  return _NSGetExecutablePath(path.data(), &size) == 0 ? std::string(path.data()) : std::string();
#else
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
#endif
}

std::string working_directory() {
  std::array<char, PATH_MAX> path{};
  return getcwd(path.data(), path.size()) == nullptr ? std::string("/") : std::string(path.data());
}

}  // namespace

ProcessFacts facts_of_process() {
  ProcessFacts facts;
  facts.paths = paths_of_process();
  facts.tz = variable("TZ");
  facts.tzdir = variable("TZDIR");
  facts.hz_person = variable("HZ_PERSON");
  facts.login = login_name();
  facts.host_name = host_name();
  facts.program = program_path();
  facts.working_directory = working_directory();
  facts.environment["PATH"] = variable("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  facts.environment["HOME"] = variable("HOME").value_or(facts.paths.account_home);
  facts.environment["LANG"] = variable("LANG").value_or("C.UTF-8");
  return facts;
}

}  // namespace hz
