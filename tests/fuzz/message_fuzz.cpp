// Commit messages of a lane.
#include "core/base/text.hpp"
#include "ledger/lane/message.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  const std::string subject = to_subject(bytes);
  HZ_INVARIANT(length_in_characters(subject) <= subject_characters_max && subject.find('\n') == std::string::npos,
               "a subject is one line of 72 characters");
  const auto message = parse_message(bytes);
  if (!message) {
    HZ_INVARIANT(message.error().kind == ErrorKind::damaged && !message.error().why.empty(),
                 "a refusal has its reason");
    return;
  }
  if (message->events.empty()) return;  // trailers of other keys, which nobody writes
  const auto again = parse_message(write_message(message->subject, message->events));
  HZ_INVARIANT(again && again->events == message->events, "a message's events are read again");
  const auto forged = parse_message(write_message(bytes, message->events));
  HZ_INVARIANT(forged && forged->events == message->events, "no subject forges a trailer");
}

}  // namespace hz
