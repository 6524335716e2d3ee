#include "ledger/lane/layout.hpp"

#include <fmt/format.h>

namespace hz {

std::string event_file(std::uint64_t number, const EventId& id) {
  return fmt::format("events/{:02x}/{:02x}/{:02x}-{}.json", number >> 16U, (number >> 8U) & 255U, number & 255U,
                     id.str().substr(0, 16));
}

std::string event_file_of(std::uint64_t number, const Digest& id) {
  return event_file(number, EventId(id.hex()));
}

}  // namespace hz
