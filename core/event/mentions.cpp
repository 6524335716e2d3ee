#include "core/event/mentions.hpp"

#include <algorithm>

namespace hz {
namespace {

constexpr std::size_t id_digits = 64;

bool is_id(const std::string& text) {
  return text.size() == id_digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void collect(const Json& value, std::vector<EventId>& found) {
  if (value.is_string() && is_id(value.get_ref<const std::string&>())) {
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
