// The machine's zone database, read with Abseil.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/port/zones.hpp"

namespace hz {

/// Where a machine says which zone it is in. The environment is read by who starts the program, never here.
struct ZoneSources {
  std::optional<std::string> tz;                 ///< the variable TZ
  std::string zoneinfo = "/usr/share/zoneinfo";  ///< the zone database (TZDIR, if set)
  std::string localtime = "/etc/localtime";      ///< a link into the database, or a copy of one of its files
  std::string timezone = "/etc/timezone";        ///< Debian's note of the name, believed only when it fits
};

/// Names are those of files below `zoneinfo`; "Factory", "localtime" and "posixrules" stand for a choice that
/// nobody made and are refused. A zone is read once in a process: later updates of the database need a new one.
[[nodiscard]] std::unique_ptr<Zones> make_system_zones(ZoneSources sources);

}  // namespace hz
