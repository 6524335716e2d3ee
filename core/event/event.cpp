#include "core/event/event.hpp"

#include <fmt/format.h>
#include <limits>

#include "core/base/digest.hpp"

namespace hz {
namespace {

std::string why_of(const JsonRefusal& refusal) {
  const auto rule = [&]() -> std::string {
    switch (refusal.fault) {
      case JsonFault::syntax:
        return "not JSON";
      case JsonFault::duplicate_key:
        return "duplicate member";
      case JsonFault::lone_surrogate:
        return "lone surrogate";
      case JsonFault::invalid_utf8:
        return "not UTF-8";
      case JsonFault::number_range:
        return "a number that is not an integer within 2^53";
      case JsonFault::too_deep:
        return fmt::format("more than {} levels", event_levels_max);
      case JsonFault::too_long:
        return fmt::format("more than {} bytes", event_bytes_read_max);
    }
    return "not JSON";
  };
  return fmt::format("{} at byte {}", rule(), refusal.offset);
}

/// Takes an envelope apart, member by member, and remembers the first that is wrong.
class EnvelopeReader {
 public:
  explicit EnvelopeReader(const Json& event) : event_(event) {}

  std::string text(const Json& object, const char* name) {
    auto value = text_at(object, name);
    if (!value || value->empty()) fail(name, "a text that is not empty");
    return value.value_or("");
  }
  std::int64_t count(const char* name, std::int64_t max) {
    const auto value = integer_at(event_, name);
    if (!value || *value < 1 || *value > max) fail(name, "a whole number from 1");
    return value.value_or(0);
  }
  Instant at() {
    const auto value = text_at(event_, "at");
    const auto instant = value ? parse_instant(*value) : std::nullopt;
    if (!instant) fail("at", "a time like 2026-11-30T09:02:10.118Z");
    return instant.value_or(Instant{});
  }
  By by() {
    const Json* by = member(event_, "by");
    if (by == nullptr || !by->is_object()) {
      fail("by", "an object");
      return {};
    }
    return {text(*by, "machine"), text(*by, "person"), text(*by, "via"), text(*by, "version")};
  }
  StreamName stream() {
    const auto value = text_at(event_, "stream");
    auto name = value ? StreamName::parse(*value) : std::nullopt;
    if (!name) fail("stream", "<kind>/<name>");
    return name.value_or(StreamName{});
  }
  std::optional<EventId> prev() {
    if (is_null("prev")) return std::nullopt;
    auto value = text_at(event_, "prev");
    if (value && is_sha256_hex(*value)) return EventId{*std::move(value)};
    fail("prev", "null or an event's id");
    return std::nullopt;
  }
  std::optional<std::string> main() {
    if (is_null("main")) return std::nullopt;
    auto value = text_at(event_, "main");
    if (!value || value->empty()) fail("main", "null or a commit's id");
    return value;
  }
  bool note() {
    const auto found = event_.find("note");
    if (found == event_.end()) return false;
    if (!found->is_boolean()) fail("note", "true or false");
    return flag_at(event_, "note").value_or(false);
  }
  Json data() {
    const Json* value = member(event_, "data");
    if (value == nullptr || !value->is_object()) fail("data", "an object");
    return value == nullptr ? Json::object() : *value;
  }
  void require(bool holds, std::string_view rule) {
    if (!holds && why_.empty()) why_ = rule;
  }

  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  [[nodiscard]] bool is_null(const char* name) const {
    const auto found = event_.find(name);
    return found != event_.end() && found->is_null();
  }
  void fail(const char* name, std::string_view wanted) {
    require(false, fmt::format("{} is not {}", name, wanted));
  }

  const Json& event_;
  std::string why_;
};

Error malformed(std::string_view bytes, std::string why) {
  return {ErrorKind::damaged, fmt::format("event {} is damaged", sha256_hex(bytes).substr(0, 12)), std::move(why),
          "Nothing was repaired.", "hz audit verify"};
}

std::size_t first_difference(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  return i;
}

}  // namespace

Result<Sealed> read_event(std::string_view bytes) {
  const auto read =
      read_json(bytes, {.max_bytes = event_bytes_read_max, .max_depth = event_levels_max, .integers_only = true});
  if (const auto* refusal = std::get_if<JsonRefusal>(&read)) return malformed(bytes, why_of(*refusal));
  const Json& event = std::get<Json>(read);
  if (const std::string form = canonical(event); form != bytes) {
    return malformed(bytes, fmt::format("not canonical at byte {}", first_difference(form, bytes)));
  }
  if (!event.is_object()) return malformed(bytes, "not an object");

  EnvelopeReader reader{event};
  Sealed sealed;
  sealed.at = reader.at();
  sealed.by = reader.by();
  sealed.data = reader.data();
  sealed.main = reader.main();
  sealed.note = reader.note();
  sealed.prev = reader.prev();
  sealed.seq = static_cast<std::uint64_t>(reader.count("seq", std::numeric_limits<std::int64_t>::max()));
  sealed.stream = reader.stream();
  sealed.type = reader.text(event, "type");
  sealed.version = static_cast<int>(reader.count("v", std::numeric_limits<int>::max()));
  reader.require((sealed.seq == 1) == !sealed.prev, "prev is null exactly in the first event of a stream");
  if (!reader.why().empty()) return malformed(bytes, reader.why());
  sealed.id = EventId{sha256_hex(bytes)};
  sealed.bytes = bytes;
  return sealed;
}

Result<void> ChainCheck::accept(const Sealed& event) {
  const auto broken = [&](std::string why) {
    return Error{ErrorKind::damaged, fmt::format("the chain of {} breaks at {}", stream_.str(), event.id.shown()),
                 std::move(why), "Nothing was repaired.", "hz audit verify"};
  };
  if (event.stream != stream_) return broken(fmt::format("It belongs to {}.", event.stream.str()));
  if (event.seq != head_.seq + 1) {
    return broken(fmt::format("It has number {} where {} was expected.", event.seq, head_.seq + 1));
  }
  if (event.prev != head_.id) {
    const auto name = [](const std::optional<EventId>& id) { return id ? id->shown() : std::string{"nothing"}; };
    return broken(fmt::format("It follows {} where {} was expected.", name(event.prev), name(head_.id)));
  }
  head_ = {event.seq, event.id};
  return ok();
}

}  // namespace hz
