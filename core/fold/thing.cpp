#include "core/fold/thing.hpp"

namespace hz {

Error needs_newer_hz(const StreamName& stream, const NotUnderstood& unread) {
  return {ErrorKind::environment,
          "the stream " + stream.str() + " holds an event that this hz does not understand: " + unread.type,
          unread.why + "; it was written by hz " + unread.written_by, "It can be read; nothing was written to it.",
          "update hz to " + unread.written_by + " or newer"};
}

}  // namespace hz
