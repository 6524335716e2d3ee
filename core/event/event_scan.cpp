#include "core/event/event_scan.hpp"

#include <algorithm>
#include <limits>

#include "core/event/event.hpp"

namespace hz {
namespace {

using Value = CanonicalScan::Value;
using Kind = CanonicalScan::Kind;

constexpr std::size_t longest_stream_name = 256;

/// A text that is not empty and stands as it is.
bool read_text(const Value& value, std::string_view& text) {
  text = value.text;
  return value.kind == Kind::string && value.plain && !text.empty();
}

/// A name in ASCII that StreamName::parse() accepts. One of other letters is left to it.
bool is_stream(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == text.size() ||
      text.size() > longest_stream_name)
    return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(slash),
                     [](char c) { return c >= 'a' && c <= 'z'; }) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(slash), text.end(),
                     [](char c) { return c >= ' ' && c <= '~'; });
}

bool read_by(const CanonicalScan& scan, const Value& by, ScannedEvent& event) {
  if (by.kind != Kind::object) return false;
  int found = 0;
  bool well = true;
  scan.each(by, [&](const Value& member) {
    std::string_view* const part = member.key == "machine"   ? &event.machine
                                   : member.key == "person"  ? &event.person
                                   : member.key == "version" ? &event.version
                                   : member.key == "via"     ? &event.via
                                                             : nullptr;
    if (part == nullptr) return;
    well = well && read_text(member, *part);
    ++found;
  });
  return well && found == 4;
}

bool read_count(const Value& value, std::int64_t max, std::int64_t& count) {
  const auto number = integer_of(value);
  count = number.value_or(0);
  return count >= 1 && count <= max;
}

bool read_prev(const Value& value, ScannedEvent& event) {
  event.prev.reset();
  if (value.kind == Kind::null) return true;
  event.prev = value.kind == Kind::string ? Digest::from_hex(value.text) : std::nullopt;
  return event.prev.has_value();
}

bool read_at(const Value& value, ScannedEvent& event) {
  const auto at = value.kind == Kind::string ? parse_instant(value.text) : std::nullopt;
  event.at = at.value_or(Instant{});
  return at.has_value();
}

/// Each member of the envelope is there and as it should be; `found` counts them.
bool read_member(const CanonicalScan& scan, const Value& member, ScannedEvent& event, int& found) {
  const std::string_view name = member.key;
  std::int64_t count = 0;
  std::string_view main;
  if (name == "note") {
    event.note = member.text == "true";
    return member.kind == Kind::boolean;
  }
  ++found;
  if (name == "at") return read_at(member, event);
  if (name == "by") return read_by(scan, member, event);
  if (name == "data") {
    event.data = &member;
    return member.kind == Kind::object;
  }
  if (name == "main") return member.kind == Kind::null || read_text(member, main);
  if (name == "prev") return read_prev(member, event);
  if (name == "seq") {
    const bool well = read_count(member, std::numeric_limits<std::int64_t>::max(), count);
    event.seq = static_cast<std::uint64_t>(count);
    return well;
  }
  if (name == "stream") return read_text(member, event.stream) && is_stream(event.stream);
  if (name == "type") return read_text(member, event.type);
  if (name == "v") return read_count(member, std::numeric_limits<int>::max(), event.v);
  --found;
  return true;  // of a newer hz
}

}  // namespace

bool scan_event(std::string_view bytes, CanonicalScan& scan, ScannedEvent& event) {
  constexpr int members_needed = 9;
  if (bytes.size() > event_bytes_read_max || !scan.scan(bytes, event_levels_max)) return false;
  if (scan.root().kind != Kind::object) return false;
  int found = 0;
  bool well = true;
  event.note = false;
  scan.each(scan.root(), [&](const Value& member) { well = well && read_member(scan, member, event, found); });
  return well && found == members_needed && (event.seq == 1) == !event.prev;
}

}  // namespace hz
