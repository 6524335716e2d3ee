#include <fmt/format.h>

#include "core/base/utf8.hpp"
#include "core/event/event.hpp"

namespace hz {
namespace {

Json envelope(const Stamp& stamp, const StreamName& stream, const Head& head, const Draft& draft) {
  const By& by = stamp.by;
  Json event{{"at", to_text(stamp.at)},
             {"by", {{"machine", by.machine}, {"person", by.person}, {"version", by.version}, {"via", by.via}}},
             {"data", draft.data},
             {"main", nullptr},
             {"prev", nullptr},
             {"seq", head.seq + 1},
             {"stream", stream.str()},
             {"type", draft.type},
             {"v", event_version}};
  if (stamp.main) event["main"] = *stamp.main;
  if (head.id) event["prev"] = head.id->str();
  if (draft.note) event["note"] = true;
  return event;
}

/// What the reader would refuse, found before anything is hashed. Empty if the value may be written.
std::string unwritable(const Json& value, std::size_t depth = 1) {
  if (value.is_string()) {
    const bool bad = first_invalid_utf8(value.get_ref<const std::string&>()) != std::string_view::npos;
    return bad ? "text that is not UTF-8" : "";
  }
  if (value.is_number() && !is_exact_integer(value)) return "a number that is not an integer within 2^53";
  if (!value.is_structured()) return "";
  if (depth > event_levels_max) return fmt::format("more than {} levels", event_levels_max);
  for (const auto& [name, element] : value.items()) {
    if (first_invalid_utf8(name) != std::string_view::npos) return "text that is not UTF-8";
    if (auto why = unwritable(element, depth + 1); !why.empty()) return why;
  }
  return "";
}

Error refused(const StreamName& stream, const Draft& draft, std::string why) {
  return {ErrorKind::usage, fmt::format("event {} of {} cannot be written", draft.type, stream.str()),
          std::move(why), "Nothing was written.", "put long or foreign text into a body"};
}

}  // namespace

Result<Sealed> seal(const Stamp& stamp, const StreamName& stream, const Head& head, const Draft& draft) {
  if (!StreamName::parse(stream.str())) return refused(stream, draft, "Its stream has no such name.");
  const Json event = envelope(stamp, stream, head, draft);
  if (const auto why = unwritable(event); !why.empty()) return refused(stream, draft, "It holds " + why + ".");
  std::string bytes = canonical(event);
  if (bytes.size() > event_bytes_written_max) {
    return refused(stream, draft,
                   fmt::format("It has {} bytes; hz writes at most {}.", bytes.size(), event_bytes_written_max));
  }
  // Read back, so that nothing is ever written that a reader would refuse.
  auto sealed = read_event(bytes);
  if (!sealed) return refused(stream, draft, sealed.error().why);
  return sealed;
}

}  // namespace hz
