#include <fmt/format.h>

#include "core/base/text.hpp"
#include "ledger/lane/layout.hpp"
#include "ledger/lane/message.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz {
namespace {

const std::string id_a(64, 'a');
const EventTrailer trailer_a{0, StreamName("contract", "digest"), 1, EventId(id_a)};

std::vector<StreamName> awkward_streams() {
  return {{"job", "contract:digest"},
          {"source", "feed of ada"},
          {"job", "a\nEvent: 1 job/x 1 " + id_a},
          {"job", "100%"},
          {"job", "%0A"},
          {"chat", "naïve\u202ename"},
          {"weather", std::string("\x00\x7f\xff", 3)}};
}

}  // namespace

TEST_CASE("a commit's message is words, an empty line and a trailer for each event") {
  CHECK(write_message("contract:digest begins",
                      std::vector<EventTrailer>{trailer_a, {1, {"job", "contract:digest"}, 7, EventId(id_a)}}) ==
        "contract:digest begins\n\nEvent: 0 contract/digest 1 " + id_a + "\nEvent: 1 job/contract:digest 7 " +
            id_a + "\n");
}

TEST_CASE("a subject is one line of at most 72 characters with nothing invisible in it") {
  CHECK(to_subject("  plain ") == "plain");
  CHECK(to_subject("") == "(no words)");
  CHECK(to_subject(" \n ").find('\n') == std::string::npos);
  CHECK(to_subject("a\nEvent: 0 job/x 1 " + id_a).find('\n') == std::string::npos);
  CHECK(to_subject("a\u202eb") == "a\\u{202e}b");
  CHECK(to_subject(std::string(72, 'x')) == std::string(72, 'x'));
  CHECK(to_subject(std::string(73, 'x')) == std::string(71, 'x') + "…");
  std::string umlauts;
  for (int i = 0; i < 73; ++i) umlauts += "ü";
  CHECK(length_in_characters(to_subject(umlauts)) == 72);
  CHECK(is_utf8(to_subject(umlauts)));
}

TEST_CASE("a message is read back as it was written, whatever the names of its streams") {
  std::vector<EventTrailer> events;
  for (const StreamName& stream : awkward_streams()) {
    if (StreamName::parse(stream.str()) == stream) events.push_back({events.size(), stream, 3, EventId(id_a)});
  }
  REQUIRE(events.size() >= 4);
  const auto message = parse_message(write_message("it happened", events));
  REQUIRE(message);
  CHECK(message->subject == "it happened");
  CHECK(message->events == events);
}

TEST_CASE("no name of a stream can break its line or look like another's") {
  for (const StreamName& stream : awkward_streams()) {
    const std::string escaped = escape_stream(stream);
    CHECK(escaped.find_first_of(" \n\t") == std::string::npos);
    const auto back = unescape_stream(escaped);
    if (StreamName::parse(stream.str())) CHECK(back == stream);
    if (back) CHECK(*back == stream);
  }
}

TEST_CASE("a stream has one escaped form") {
  CHECK(escape_stream({"job", "a b%"}) == "job/a%20b%25");
  for (const char* const other :
       {"job/a%20b%2", "job/a%2", "job/%61", "job/a%2fb", "job/a b", "job/%zz", "job/%+1", "job"}) {
    CHECK_FALSE(unescape_stream(other));
  }
}

TEST_CASE("trailers of other keys are passed over, anything else is refused by its line") {
  const std::string event = "Event: 0 contract/digest 1 " + id_a + "\n";
  CHECK(parse_message("s\n\nNote: x: y\n" + event)->events == std::vector<EventTrailer>{trailer_a});
  const auto why = [](const std::string& text) {
    const auto message = parse_message(text);
    return message ? "" : message.error().why;
  };
  const std::string shape = "Its message is not a subject, an empty line and trailers.";
  CHECK(why("") == shape);
  CHECK(why("s\n") == shape);
  CHECK(why("s\n" + event) == shape);
  CHECK(why("\n\n" + event) == shape);
  CHECK(why("s\n\n" + event.substr(0, event.size() - 1)) == shape);
  CHECK(why("s\n\nwords\n" + event) == "Line 3 of its message is no trailer.");
  CHECK(why("s\n\n" + event + "\n" + event) == "Line 4 of its message is no trailer.");
  for (const std::string& value :
       {std::string("00 contract/digest 1 ") + id_a, "+0 contract/digest 1 " + id_a, "0 contract/digest -1 " + id_a,
        "0 contract/digest 1 " + id_a + " ", "0 contract/digest 1 " + id_a.substr(1),
        "0  contract/digest 1 " + id_a, "18446744073709551616 contract/digest 1 " + id_a, std::string()}) {
    CHECK(why("s\n\nEvent: " + value + "\n") == "Line 3 of its message names no event.");
  }
}

TEST_CASE("git reads the trailers of a message, and only those") {
  const test::TempFolder folder;
  std::vector<EventTrailer> events{trailer_a};
  const StreamName forging("job", "a\nEvent: 9 job/x 1 " + id_a);
  events.push_back({1, forging, 1, EventId(id_a)});
  const std::string file =
      folder.file("message", write_message("Event: 7 job/x 1 " + id_a + "\nEvent: 8 job/x 1 " + id_a, events));
  CHECK(test::output_of("git interpret-trailers --parse " + file) ==
        fmt::format("Event: 0 contract/digest 1 {0}\nEvent: 1 {1} 1 {0}\n", id_a, escape_stream(forging)));
}

TEST_CASE("an event's file is named for its number in base 256 and the first of its id") {
  CHECK(event_file(0, EventId(id_a)) == "events/00/00/00-aaaaaaaaaaaaaaaa.json");
  CHECK(event_file(256, EventId(id_a)) == "events/00/01/00-aaaaaaaaaaaaaaaa.json");
  CHECK(event_file(0x010203, EventId(id_a)) == "events/01/02/03-aaaaaaaaaaaaaaaa.json");
  CHECK(event_file(lane_events_max - 1, EventId(id_a)) == "events/ff/ff/ff-aaaaaaaaaaaaaaaa.json");
}

}  // namespace hz
