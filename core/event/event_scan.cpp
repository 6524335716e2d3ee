#include "core/event/event_scan.hpp"

#include <algorithm>
#include <array>
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
  static constexpr std::array<std::string_view, 4> names{"machine", "person", "version", "via"};
  if (by.kind != Kind::object) return false;
  const auto [machine, person, version, via] = scan.members(by, names);
  return machine != nullptr && read_text(*machine, event.machine) && person != nullptr &&
         read_text(*person, event.person) && version != nullptr && read_text(*version, event.version) &&
         via != nullptr && read_text(*via, event.via);
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

bool read_note(const Value* value, ScannedEvent& event) {
  event.note = value != nullptr && value->text == "true";
  return value == nullptr || value->kind == Kind::boolean;
}

bool read_main(const Value& value) {
  std::string_view main;
  return value.kind == Kind::null || read_text(value, main);
}

}  // namespace

bool scan_event(std::string_view bytes, CanonicalScan& scan, ScannedEvent& event) {
  static constexpr std::array<std::string_view, 10> names{"at",   "by",  "data",   "main", "note",
                                                          "prev", "seq", "stream", "type", "v"};
  if (bytes.size() > event_bytes_read_max || !scan.scan(bytes, event_levels_max)) return false;
  if (scan.root().kind != Kind::object) return false;
  const auto [at, by, data, main, note, prev, seq, stream, type, v] = scan.members(scan.root(), names);
  for (const Value* const needed : {at, by, data, main, prev, seq, stream, type, v}) {
    if (needed == nullptr) return false;
  }
  event.data = data;
  std::int64_t number = 0;
  const bool well = read_at(*at, event) && read_by(scan, *by, event) && data->kind == Kind::object &&
                    read_main(*main) && read_note(note, event) && read_prev(*prev, event) &&
                    read_count(*seq, std::numeric_limits<std::int64_t>::max(), number) &&
                    read_text(*stream, event.stream) && is_stream(event.stream) && read_text(*type, event.type) &&
                    read_count(*v, std::numeric_limits<int>::max(), event.v);
  event.seq = static_cast<std::uint64_t>(number);
  return well && (event.seq == 1) == !event.prev;
}

}  // namespace hz
