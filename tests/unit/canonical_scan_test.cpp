// The scan is clever; its naive twin is the reader that builds a value and writes it again. Whatever the scan
// accepts, the twin accepts and reads alike; and it accepts what hz itself writes.
#include "core/event/canonical_scan.hpp"

#include <random>

#include "core/event/event.hpp"
#include "core/event/event_scan.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/pen.hpp"

namespace {

using namespace hz;

bool is_canonical(const std::string& bytes) {
  const auto read = read_json(bytes, {.max_depth = 64, .integers_only = true});
  return std::holds_alternative<Json>(read) && canonical(std::get<Json>(read)) == bytes;
}

bool scans(const std::string& bytes) {
  CanonicalScan scan;
  return scan.scan(bytes, 64);
}

/// The scan's values as a Json again, to compare with the reader's.
Json value_of(const CanonicalScan& scan, const CanonicalScan::Value& value) {
  using Kind = CanonicalScan::Kind;
  Json json;
  switch (value.kind) {
    case Kind::object:
      json = Json::object();
      scan.each(value, [&](const auto& member) { json[std::string(member.key)] = value_of(scan, member); });
      return json;
    case Kind::array:
      json = Json::array();
      scan.each(value, [&](const auto& element) { json.push_back(value_of(scan, element)); });
      return json;
    case Kind::string:
      if (!value.plain) return Json::parse("\"" + std::string(value.text) + "\"");
      return std::string(value.text);
    default:
      return Json::parse(std::string(value.text));
  }
}

void check_alike(const std::string& bytes) {
  const auto read = read_event(bytes);
  CanonicalScan scan;
  ScannedEvent event;
  if (!scan_event(bytes, scan, event)) return;
  INFO(bytes);
  REQUIRE(read);
  CHECK(read->at == event.at);
  CHECK(read->by == By{std::string(event.machine), std::string(event.person), std::string(event.via),
                       std::string(event.version)});
  CHECK(read->data == value_of(scan, *event.data));
  CHECK(read->note == event.note);
  CHECK(read->prev.has_value() == event.prev.has_value());
  if (read->prev) CHECK(read->prev->str() == event.prev->hex());
  CHECK(read->seq == event.seq);
  CHECK(read->stream.str() == event.stream);
  CHECK(read->type == event.type);
  CHECK(read->version == event.v);
}

/// Values of every kind, with the texts that are hard to write in one way only.
class Maker {
 public:
  explicit Maker(unsigned seed)
      : chance_(seed) {}  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same values every time

  Json value(int levels) {
    switch (below(levels > 0 ? 8 : 6)) {
      case 0:
        return nullptr;
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<std::int64_t>(below(5)) - 2;
      case 3:
        return static_cast<std::int64_t>(chance_()) * (below(2) == 0 ? 1 : -1) * 2097152 % 9007199254740993;
      case 4:
      case 5:
        return text();
      case 6: {
        Json list = Json::array();
        for (unsigned i = below(4); i > 0; --i) list.push_back(value(levels - 1));
        return list;
      }
      default: {
        Json object = Json::object();
        for (unsigned i = below(5); i > 0; --i) object[text()] = value(levels - 1);
        return object;
      }
    }
  }
  std::string text() {
    static const std::vector<std::string> parts{"a",
                                                "b",
                                                "Z",
                                                "0",
                                                " ",
                                                "\"",
                                                "\\",
                                                "/",
                                                "\n",
                                                "\b",
                                                "\x01",
                                                "\x1f",
                                                "\x7f",
                                                "é",
                                                "€",
                                                "\xEF\xBF\xBD",
                                                "\xF0\x9F\x98\x80",
                                                "{",
                                                "}",
                                                ":",
                                                ",",
                                                "u0041",
                                                "long and plain, longer than eight bytes"};
    std::string text;
    for (unsigned i = below(6); i > 0; --i) text += parts[below(static_cast<unsigned>(parts.size()))];
    return text;
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(chance_() % n); }
  std::string mutate(std::string bytes) {
    static const std::string bits = "\"\\{}[]:,0123456789-+.eEtfnu \n\t\r/ab\x7f\x80\xc3\xed\xa0\xf0";
    for (unsigned i = 1 + below(2); i > 0 && !bytes.empty(); --i) {
      const std::size_t at = below(static_cast<unsigned>(bytes.size()));
      const char c = bits[below(static_cast<unsigned>(bits.size()))];
      switch (below(4)) {
        case 0:
          bytes[at] = c;
          break;
        case 1:
          bytes.insert(at, 1, c);
          break;
        case 2:
          bytes.erase(at, 1);
          break;
        default:
          bytes.insert(at, bytes.substr(below(static_cast<unsigned>(bytes.size())), below(12)));
      }
    }
    return bytes;
  }

 private:
  std::mt19937 chance_;
};

}  // namespace

TEST_CASE("what the scan accepts is canonical, and read as the reader reads it") {
  Maker maker(20261201);
  int accepted = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string bytes = canonical(maker.value(4));
    if (i % 2 == 1) bytes = maker.mutate(std::move(bytes));
    CanonicalScan scan;
    if (!scan.scan(bytes, 64)) continue;
    ++accepted;
    INFO(bytes);
    REQUIRE(is_canonical(bytes));
    REQUIRE(value_of(scan, scan.root()) == Json::parse(bytes));
    REQUIRE(scan.root().after == scan.values().size());
  }
  CHECK(accepted > 20'000);
}

TEST_CASE("the scan refuses no canonical value but for a member's name that is escaped or beyond ASCII") {
  Maker maker(7);
  for (int i = 0; i < 30'000; ++i) {
    const std::string bytes = canonical(maker.value(4));
    CanonicalScan scan;
    if (scan.scan(bytes, 64)) continue;
    bool rare = false;
    const Json value = Json::parse(bytes, [&](int, Json::parse_event_t event, Json& parsed) {
      if (event == Json::parse_event_t::key) {
        const std::string name = parsed.get<std::string>();
        rare =
            rare || std::any_of(name.begin(), name.end(), [](char c) { return c < ' ' || c == '"' || c == '\\'; });
      }
      return true;
    });
    INFO(bytes);
    CHECK(rare);
  }
}

TEST_CASE("every way to write a value otherwise is refused") {
  for (const std::string bytes : {"",
                                  " 1",
                                  "1 ",
                                  "01",
                                  "-0",
                                  "+1",
                                  "1.0",
                                  "1e1",
                                  "9007199254740993",
                                  "-9007199254740993",
                                  "123456789012345678901",
                                  "nul",
                                  "truex",
                                  "\"",
                                  "\"\\",
                                  "\"\\/\"",
                                  "\"\\u0041\"",
                                  "\"\\u000a\"",
                                  "\"\\u001F\"",
                                  "\"\\u0020\"",
                                  "\"\\u00\"",
                                  "\"\n\"",
                                  "\"\xff\"",
                                  "\"\xed\xa0\x80\"",
                                  "\"\xc0\x80\"",
                                  "{\"b\":1,\"a\":1}",
                                  "{\"a\":1,\"a\":1}",
                                  "{\"a\":1,}",
                                  "{,\"a\":1}",
                                  "{\"a\" :1}",
                                  "{\"a\": 1}",
                                  "{\"a\"1}",
                                  "{a:1}",
                                  "[1,]",
                                  "[,1]",
                                  "[1 ,2]",
                                  "[1",
                                  "{\"a\":1",
                                  "[[]",
                                  "[]]",
                                  "{}{}",
                                  "\xEF\xBB\xBF{}",
                                  "[\"a\",\"b\"},",
                                  "{\"\\u0061\":1}"}) {
    INFO(bytes);
    CHECK_FALSE(scans(bytes));
    CHECK_FALSE(is_canonical(bytes));
  }
  for (const std::string bytes :
       {"0", "-1", "9007199254740992", "-9007199254740992", "null", "true", "false", "\"\"", "[]", "{}", "[[],{}]",
        "{\"\":1,\"a\":2}", "\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\/\"", "\"\x7f\"", "\"é€\"",
        "{\"a\":[1,2,{\"b\":null}]}"}) {
    INFO(bytes);
    CHECK(scans(bytes));
    CHECK(is_canonical(bytes));
  }
}

TEST_CASE("the scan nests as deep as it is told, and no deeper") {
  for (const std::size_t levels : {63U, 64U, 65U, 100'000U}) {
    const std::string bytes = std::string(levels, '[') + std::string(levels, ']');
    CHECK(scans(bytes) == (levels <= 64));
  }
}

TEST_CASE("events that hz writes are scanned, and read as read_event reads them") {
  CanonicalScan scan;
  ScannedEvent event;
  std::istringstream examples(test::read_fixture("worked-example/events.jsonl"));
  int seen = 0;
  for (std::string line; std::getline(examples, line); ++seen) {
    REQUIRE(scan_event(line, scan, event));
    check_alike(line);
  }
  CHECK(seen > 10);
  test::Pen pen;
  Maker maker(3);
  for (int i = 0; i < 2'000; ++i) {
    const Placed placed =
        pen.tell("job/contract:digest", "receipt", {{"x", maker.text()}, {"y", maker.value(0)}}, i % 3 == 0);
    INFO(placed.event.bytes);
    REQUIRE(scan_event(placed.event.bytes, scan, event));
    check_alike(placed.event.bytes);
  }
}

TEST_CASE("a mutated event is accepted only if read_event accepts it and reads the same") {
  test::Pen pen;
  Maker maker(11);
  for (int i = 0; i < 40'000; ++i) {
    if (i % 500 == 0) pen.tell("job/contract:digest", "receipt", {{"x", maker.value(3)}});
    Json event = Json::parse(pen.again("job/contract:digest", "receipt", {{"x", maker.text()}}).event.bytes);
    static const std::vector<std::string> names{"at",  "by",     "data", "main", "note", "prev",
                                                "seq", "stream", "type", "v",    "w"};
    const std::string& name = names[maker.below(static_cast<unsigned>(names.size()))];
    if (i % 3 == 0) event[name] = maker.value(2);
    if (i % 3 == 1) event.erase(name);
    check_alike(i % 3 == 2 ? maker.mutate(canonical(event)) : canonical(event));
  }
}
