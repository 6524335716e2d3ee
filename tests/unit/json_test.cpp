#include "core/base/json.hpp"

#include "core/base/digest.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

/// "ok", or the class of the refusal and the byte at which it was noticed.
std::string verdict(std::string_view text, const JsonLimits& limits = {}) {
  const auto read = read_json(text, limits);
  const auto* refusal = std::get_if<JsonRefusal>(&read);
  if (refusal == nullptr) return "ok";
  return std::string{to_text(refusal->fault)} + " at " + std::to_string(refusal->offset);
}

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEST_CASE("each kind of refusal has its own name and place") {
  CHECK(verdict(R"({"a":1,"a":1})") == "duplicate-key at 9");
  CHECK(verdict(R"({"a":1,"\u0061":2})") == "duplicate-key at 14");
  CHECK(verdict(R"({"x":{"a":1,"a":1}})") == "duplicate-key at 14");
  CHECK(verdict("\"a\xFFz\"") == "invalid-utf8 at 2");
  CHECK(verdict("[1e400]") == "number-range at 6");
  CHECK(verdict("[1,]") == "syntax at 3");
  CHECK(verdict("") == "syntax at 0");
}

TEST_CASE("the same member in two objects is no duplicate") {
  CHECK(verdict(R"([{"a":1},{"a":{"a":[{"a":1}]}}])") == "ok");
}

TEST_CASE("a surrogate that stands alone is told apart from other bad escapes") {
  const std::string alone =
      GENERATE(R"(["\ud83d"])", R"(["\ude00"])", R"(["\uD83D\u0041"])", R"(["\ud83dx"])", R"(["\ud83d\n"])",
               R"({"\udead":1})", R"(["\ude00\ud83d"])", R"(["\ud83d\ud83d"])");
  INFO(alone);
  CHECK_THAT(verdict(alone), Catch::Matchers::StartsWith("lone-surrogate at "));
  CHECK(verdict(R"(["\ud83d\ude00"])") == "ok");
  CHECK_THAT(verdict(R"(["\u12G4"])"), Catch::Matchers::StartsWith("syntax at "));
}

TEST_CASE("bytes that are not UTF-8 are refused wherever they stand (O4)") {
  const std::string bad = GENERATE("\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xE2\x82\"",
                                   "\xFF\xFE[\x00]", "[1]\x80", "\xE2{}");
  CHECK_THAT(verdict(bad), Catch::Matchers::StartsWith("invalid-utf8 at "));
}

TEST_CASE("what the library would pass over in silence is refused (O3)") {
  CHECK(verdict("\xEF\xBB\xBF{}") == "syntax at 0");
  CHECK(verdict(std::string_view{"1\0", 2}) == "syntax at 1");
  CHECK(verdict(std::string_view{"1\0garbage", 9}) == "syntax at 1");
  CHECK(verdict(std::string_view{"\"a\0b\"", 5}) == "syntax at 2");
}

TEST_CASE("what RFC 8259 forbids is refused") {
  const std::string bad =
      GENERATE("[01]", "[-]", "[+1]", "[1.]", "[.5]", "[1e]", "[0x1]", "[NaN]", "[Infinity]", "{a:1}", "{'a':1}",
               "[1 2]", "{\"a\" 1}", "{\"a\":}", "{,}", "[1}", "tru", "TRUE", "nul", "[1]//c", "/**/1", "1 2",
               "{}{}", "\"a\tb\"", "\"\\x41\"", "\"a", "[\"\\", "{1:2}", "\f1", "]", "[", " ");
  INFO(bad);
  CHECK_THAT(verdict(bad), Catch::Matchers::StartsWith("syntax at "));
}

TEST_CASE("depth is bounded, and a hundred thousand levels cost no stack") {
  CHECK(verdict(nested(512)) == "ok");
  CHECK(verdict(nested(513)) == "too-deep at 512");
  CHECK(verdict(nested(100'000)) == "too-deep at 512");
  CHECK(verdict(std::string(100'000, '[')) == "too-deep at 512");
  CHECK(verdict(nested(3), {.max_depth = 2}) == "too-deep at 2");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(verdict(objects) == "too-deep at 2560");
  CHECK(verdict(nested(100'000), {.max_depth = 1'000'000}) == "ok");
}

TEST_CASE("size is bounded before anything is looked at") {
  CHECK(verdict("[\"\xFF\"]", {.max_bytes = 4}) == "too-long at 4");
  CHECK(verdict("[12]", {.max_bytes = 4}) == "ok");
}

TEST_CASE("where only integers are wanted, everything else is out of range") {
  const JsonLimits integers{.integers_only = true};
  CHECK(verdict("[0,-1,9007199254740992,-9007199254740992]", integers) == "ok");
  const std::string other =
      GENERATE("1.0", "1e2", "-0.0", "9007199254740993", "-9007199254740993", "18446744073709551616");
  INFO(other);
  CHECK_THAT(verdict(other, integers), Catch::Matchers::StartsWith("number-range at "));
  CHECK(verdict(other) == "ok");
}

TEST_CASE("a value is read whole and in order") {
  const auto read = parse_json(R"( {"b":[1,-2,2.5,"x",null,true,{"c":{}}],"a":"é"} )", "x");
  REQUIRE(read);
  CHECK(read->dump() == R"({"a":"é","b":[1,-2,2.5,"x",null,true,{"c":{}}]})");
}

TEST_CASE("an unreadable text is named with its origin, its fault and its place") {
  const auto read = parse_json("{\"a\":1,\"a\":2}", "state/machine.json");
  REQUIRE(!read);
  CHECK(read.error() == Error{ErrorKind::damaged, "state/machine.json is not readable as JSON",
                              "duplicate-key: duplicate member at byte 9", "", ""});
}

TEST_CASE("members are found by name and type, and null is as good as absent") {
  const Json object = Json::parse(R"({"n":1,"s":"x","b":true,"f":1.5,"z":null,"big":18446744073709551615})");
  CHECK(integer_at(object, "n") == 1);
  CHECK(!integer_at(object, "f"));
  CHECK(!integer_at(object, "big"));
  CHECK(text_at(object, "s") == "x");
  CHECK(!text_at(object, "n"));
  CHECK(flag_at(object, "b") == true);
  CHECK(!flag_at(object, "n"));
  CHECK(member(object, "z") == nullptr);
  CHECK(member(object, "none") == nullptr);
  CHECK(member(Json::array(), "n") == nullptr);
}

TEST_CASE("digests are SHA-256 in lower-case hex") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(fingerprint(Json{{"b", 1}, {"a", 2.0}}) == sha256_hex(R"({"a":2,"b":1})"));
  CHECK(is_sha256_hex(sha256_hex("")));
  CHECK(!is_sha256_hex(sha256_hex("").substr(1)));
  CHECK(!is_sha256_hex("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"));
}
