#pragma once

#include <string_view>

#include "core/base/json.hpp"

namespace hz {

/// The machine's own log of JSON lines (D13). It is for people who look into trouble; nothing is ever decided by
/// it, and a log that cannot be written stops nothing.
class Log {
 public:
  Log() = default;
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  virtual ~Log() = default;

  /// `event`: a fixed word ("tick.done"); `members`: an object. The line gets its own time.
  virtual void info(std::string_view event, const Json& members) = 0;
  virtual void warn(std::string_view event, const Json& members) = 0;
};

}  // namespace hz
