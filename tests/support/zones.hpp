// Zones of this machine's database, and instants as people write them, for tests of schedules.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/base/time.hpp"
#include "heads/host/zones.hpp"

namespace hz::test {

/// A test whose zone is missing fails.
inline std::shared_ptr<const Zone> shared_zone(const std::string& name) {
  auto loaded = make_system_zones({})->load(name);
  if (!loaded) throw std::runtime_error{loaded.error().what + ": " + loaded.error().why};
  return *std::move(loaded);
}

inline const Zone& zone(std::string_view name) {
  static std::map<std::string, std::shared_ptr<const Zone>> loaded;
  auto& kept = loaded[std::string(name)];
  if (!kept) kept = shared_zone(std::string(name));
  return *kept;
}

inline Instant at(const std::string& text) {
  const auto instant = parse_time_of_person(text);
  if (!instant) throw std::runtime_error{"no time: " + text};
  return *instant;
}

inline Slot slot(const std::string& text) {
  return std::chrono::floor<Seconds>(at(text));
}

}  // namespace hz::test
