// JSON Feed, and JSON documents as inputs by a pointer into them.
#include "core/watch/feed/entry.hpp"
#include "core/watch/pointer.hpp"
#include "tests/fuzz/reading_checks.hpp"

namespace hz {
namespace {

void check_pointer(std::string_view bytes) {
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos) return;
  const auto pointer = JsonPointer::parse(bytes.substr(0, end));
  const auto read = read_json(bytes.substr(end + 1));
  if (!pointer || !std::holds_alternative<Json>(read)) return;
  if (const Json* found = pointer->find(std::get<Json>(read))) static_cast<void>(canonical(*found));
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  check_pointer(bytes);
  auto reading = feed::parse_json(bytes);
  if (reading) return check_reading(*std::move(reading));
  check_refusal(reading.error());
}

}  // namespace hz
