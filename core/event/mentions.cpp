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
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace hz
