// What the process was started with: the only place where the environment is read.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "heads/host/paths.hpp"

namespace hz {

struct ProcessFacts {
  PathsFrom paths;
  std::optional<std::string> tz, tzdir, hz_person;
  std::string login, host_name;
  std::string program;                             ///< the path of this binary
  std::map<std::string, std::string> environment;  ///< what every run is given: PATH, HOME, LANG
  std::string working_directory;
};

[[nodiscard]] ProcessFacts facts_of_process();

}  // namespace hz
