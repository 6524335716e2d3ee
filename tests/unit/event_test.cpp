#include "core/event/event.hpp"

#include "core/base/digest.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

const StreamName stream{"job", "contract:digest"};
const std::string some_id(64, 'a');

Stamp stamp() {
  return {*parse_instant("2026-11-30T09:02:10.118Z"), {"k3v7q2m5x4ba", "ada", "cli", "0.1.0"}, std::nullopt};
}

Sealed sealed(const Draft& draft, const Head& head = {}) {
  auto event = seal(stamp(), stream, head, draft);
  REQUIRE(event);
  return *std::move(event);
}

Json valid() {
  return Json::parse(sealed({"job.paused", {{"reason", nullptr}}, false}).bytes);
}

/// Why the reader refuses these bytes; "read" if it does not.
std::string why(const std::string& bytes) {
  const auto event = read_event(bytes);
  if (event) return "read";
  CHECK(event.error() == Error{ErrorKind::damaged, "event " + sha256_hex(bytes).substr(0, 12) + " is damaged",
                               event.error().why, "Nothing was repaired.", "hz audit verify"});
  return event.error().why;
}

std::string why_form(const Json& event) {
  return why(canonical(event));
}

/// The valid event with one member changed.
std::string with(const char* name, const Json& value) {
  Json event = valid();
  event[name] = value;
  return why_form(event);
}

std::string without(const char* name) {
  Json event = valid();
  event.erase(name);
  return why_form(event);
}

Json nested(std::size_t levels) {
  Json value = 0;
  for (; levels > 0; --levels) value = Json::array({std::move(value)});
  return value;
}

std::string refusal(const Json& data) {
  const auto event = seal(stamp(), stream, {}, {"receipt", data, false});
  if (event) return "sealed";
  CHECK(event.error() == Error{ErrorKind::usage, "event receipt of job/contract:digest cannot be written",
                               event.error().why, "Nothing was written.", "put long or foreign text into a body"});
  return event.error().why;
}

}  // namespace

TEST_CASE("an event is sealed as canonical bytes whose SHA-256 is its id") {
  const Sealed event = sealed({"job.paused", {{"reason", nullptr}}, false});
  CHECK(event.bytes ==
        R"({"at":"2026-11-30T09:02:10.118Z","by":{"machine":"k3v7q2m5x4ba","person":"ada","version":"0.1.0",)"
        R"("via":"cli"},"data":{"reason":null},"main":null,"prev":null,"seq":1,"stream":"job/contract:digest",)"
        R"("type":"job.paused","v":1})");
  CHECK(event.id.str() == sha256_hex(event.bytes));
  CHECK(event.id.shown() == sha256_hex(event.bytes).substr(0, 12));
  CHECK(event.seq == 1);
  CHECK(!event.prev);
}

TEST_CASE("the next event names its predecessor, a note says that it is one, a team's event names main") {
  Stamp team = stamp();
  team.main = std::string(40, 'b');
  const auto event = seal(team, stream, {7, EventId{some_id}}, {"job.paused", Json::object(), true});
  REQUIRE(event);
  const auto read = read_event(event->bytes);
  REQUIRE(read);
  CHECK(read->seq == 8);
  CHECK(read->prev == EventId{some_id});
  CHECK(read->note);
  CHECK(read->main == std::string(40, 'b'));
  CHECK(read->by == team.by);
  CHECK(read->at == team.at);
  CHECK(read->stream == stream);
  CHECK(read->bytes == event->bytes);
}

TEST_CASE("hz writes no event that it would not read") {
  CHECK(refusal({{"n", 9007199254740992}}) == "sealed");
  CHECK(refusal({{"n", 1.5}}) == "It holds a number that is not an integer within 2^53.");
  CHECK(refusal({{"n", 1.0}}) == "It holds a number that is not an integer within 2^53.");
  CHECK(refusal({{"n", 9007199254740993}}) == "It holds a number that is not an integer within 2^53.");
  CHECK(refusal({{"s", "\xFF"}}) == "It holds text that is not UTF-8.");
  CHECK(refusal({{"\xFF", 1}}) == "It holds text that is not UTF-8.");
  CHECK(refusal({{"d", nested(62)}}) == "sealed");
  CHECK(refusal({{"d", nested(63)}}) == "It holds more than 64 levels.");
  CHECK(refusal({{"d", nested(1'000)}}) == "It holds more than 64 levels.");
  CHECK(refusal(Json::array()) == "data is not an object");
}

TEST_CASE("hz writes at most 64 KiB: what is longer belongs into a body") {
  const std::size_t rest = sealed({"receipt", {{"s", ""}}, false}).bytes.size();
  CHECK(refusal({{"s", std::string(65536 - rest, 'x')}}) == "sealed");
  CHECK(refusal({{"s", std::string(65537 - rest, 'x')}}) == "It has 65537 bytes; hz writes at most 65536.");
}

TEST_CASE("a stream without a proper name, and an event without a person, are not written") {
  CHECK(!seal(stamp(), {"Job", "x"}, {}, {"receipt", Json::object(), false}));
  CHECK(!seal(stamp(), {"job", ""}, {}, {"receipt", Json::object(), false}));
  CHECK(!seal(stamp(), stream, {}, {"", Json::object(), false}));
  Stamp nobody = stamp();
  nobody.by.person.clear();
  const auto event = seal(nobody, stream, {}, {"receipt", Json::object(), false});
  REQUIRE(!event);
  CHECK(event.error().why == "person is not a text that is not empty");
}

TEST_CASE("the same content in other bytes is not the same event") {
  const std::string bytes = canonical(valid());
  CHECK(why(bytes) == "read");
  CHECK(why(bytes + "\n") == "not canonical at byte 222");
  CHECK(why(bytes + "\r\n") == "not canonical at byte 222");
  CHECK(why(" " + bytes) == "not canonical at byte 0");
  CHECK(why("{ " + bytes.substr(1)) == "not canonical at byte 1");
  CHECK(why("{\"v\":1," + bytes.substr(1, bytes.size() - 8) + "}") == "not canonical at byte 2");
  std::string escaped = bytes;
  escaped.replace(escaped.find("ada"), 3, "\\u0061da");
  CHECK(why(escaped) == "not canonical at byte 74");
}

TEST_CASE("an event that was cut or overwritten is named by what is wrong with it") {
  const std::string bytes = canonical(valid());
  CHECK(why(bytes.substr(0, bytes.size() - 1)) == "not JSON at byte 220");
  CHECK(why("") == "not JSON at byte 0");
  CHECK(why(std::string(100, '\0')) == "not JSON at byte 0");
  CHECK(why("{\"at\":1,\"at\":1}") == "duplicate member at byte 11");
  CHECK(why("[\"\\ud800\"]") == "lone surrogate at byte 8");
  CHECK(why("[\"\xFF\"]") == "not UTF-8 at byte 2");
  CHECK(why("[1.0]") == "a number that is not an integer within 2^53 at byte 4");
  CHECK(why("\xEF\xBB\xBF" + bytes) == "not JSON at byte 0");
  CHECK(why("[]") == "not an object");
  CHECK(why("1") == "not an object");
}

TEST_CASE("an event of more than 1 MiB or 64 levels is refused without being understood") {
  CHECK(with("data", {{"s", std::string((1U << 20U) - 226, 'x')}}) == "read");
  CHECK(with("data", {{"s", std::string(1U << 20U, 'x')}}) == "more than 1048576 bytes at byte 1048576");
  CHECK(with("data", {{"d", nested(62)}}) == "read");
  CHECK_THAT(with("data", {{"d", nested(63)}}), Catch::Matchers::StartsWith("more than 64 levels at byte "));
}

TEST_CASE("every member of the envelope has its type") {
  CHECK(without("at") == "at is not a time like 2026-11-30T09:02:10.118Z");
  CHECK(with("at", "2026-11-30T09:02:10Z") == "at is not a time like 2026-11-30T09:02:10.118Z");
  CHECK(with("at", "2026-11-30T09:02:10.118+00:00") == "at is not a time like 2026-11-30T09:02:10.118Z");
  CHECK(with("at", 1) == "at is not a time like 2026-11-30T09:02:10.118Z");
  CHECK(without("by") == "by is not an object");
  CHECK(with("by", "ada") == "by is not an object");
  CHECK(with("by", {{"machine", "m"}, {"person", "p"}, {"version", "1"}}) == "via is not a text that is not empty");
  CHECK(without("data") == "data is not an object");
  CHECK(with("data", Json::array()) == "data is not an object");
  CHECK(without("main") == "main is not null or a commit's id");
  CHECK(with("main", "") == "main is not null or a commit's id");
  CHECK(with("note", 1) == "note is not true or false");
  CHECK(with("note", nullptr) == "note is not true or false");
  CHECK(without("prev") == "prev is not null or an event's id");
  CHECK(with("prev", "1b02e573") == "prev is not null or an event's id");
  CHECK(without("seq") == "seq is not a whole number from 1");
  CHECK(with("seq", 0) == "seq is not a whole number from 1");
  CHECK(with("seq", -1) == "seq is not a whole number from 1");
  CHECK(with("seq", "1") == "seq is not a whole number from 1");
  CHECK(without("stream") == "stream is not <kind>/<name>");
  CHECK(with("stream", "digest") == "stream is not <kind>/<name>");
  CHECK(without("type") == "type is not a text that is not empty");
  CHECK(with("type", "") == "type is not a text that is not empty");
  CHECK(without("v") == "v is not a whole number from 1");
  CHECK(with("v", 0) == "v is not a whole number from 1");
}

TEST_CASE("only the first event of a stream has no predecessor") {
  CHECK(with("seq", 2) == "prev is null exactly in the first event of a stream");
  CHECK(with("prev", some_id) == "prev is null exactly in the first event of a stream");
}

TEST_CASE("what a newer hz writes is kept as it is: unknown members, types, kinds and versions") {
  Json event = valid();
  event["sig"] = {{"key", "x"}};
  event["by"]["agent"] = "claude";
  event["stream"] = "weather/graz";
  event["type"] = "weather.turned";
  event["v"] = 2;
  const auto read = read_event(canonical(event));
  REQUIRE(read);
  CHECK(read->bytes == canonical(event));
  CHECK(read->version == 2);
  CHECK(read->type == "weather.turned");
  CHECK(!is_known_stream_kind(read->stream.kind()));
}

TEST_CASE("a stream's name is a kind and a name without control characters") {
  CHECK(StreamName::parse("job/contract:digest") == stream);
  CHECK(StreamName::parse("chat/a/b") == StreamName{"chat", "a/b"});
  CHECK(StreamName::parse("job/" + std::string(252, 'x')));
  const std::string other = GENERATE(as<std::string>{}, "", "job", "job/", "/x", "Job/x", "j0b/x", "job/a\nb",
                                     "job/a\x7F", "job/\u0085", "job/\xFF", "job/" + std::string(253, 'x'));
  CHECK(!StreamName::parse(other));
}

TEST_CASE("the kinds of stream that this hz may write") {
  for (const char* const kind : {"job", "source", "contract", "proposal", "chat", "run", "machine", "budget"}) {
    CHECK(is_known_stream_kind(kind));
  }
  CHECK(!is_known_stream_kind("jobs"));
  CHECK(!is_known_stream_kind(""));
}
