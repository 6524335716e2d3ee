#include "core/event/mentions.hpp"

#include <algorithm>

#include "core/base/digest.hpp"

namespace hz {
namespace {

void collect(const Json& value, std::vector<EventId>& found) {
  if (value.is_string() && is_sha256_hex(value.get_ref<const std::string&>())) {
    found.emplace_back(value.get<std::string>());
  } else if (value.is_structured()) {
    for (const Json& inner : value) collect(inner, found);
  }
}

}  // namespace

std::vector<EventId> mentions(const Json& data) {
  std::vector<EventId> found;
  collect(data, found);
  return found;
}

bool names_event(const Json& data, const EventId& id) {
  const std::vector<EventId> named = mentions(data);
  return std::find(named.begin(), named.end(), id) != named.end();
}

}  // namespace hz
