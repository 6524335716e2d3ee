#include "core/event/body.hpp"

#include "core/base/digest.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

const std::string salt = "dbc4579ae2b3ab293213f42bb852706e";

std::string why(const std::string& bytes, const BodyRef& ref) {
  const auto body = read_body(bytes, ref);
  if (body) return "read";
  CHECK(body.error().kind == ErrorKind::damaged);
  return body.error().why;
}

/// A reference that is right for any bytes.
BodyRef naming(const std::string& bytes) {
  return {bytes.size(), sha256_hex(bytes)};
}

}  // namespace

TEST_CASE("a body is canonical JSON of media, salt and text, and is read back") {
  const SealedBody sealed = seal_body("text/markdown", salt, "# A \"b\"\n\u202e");
  CHECK(sealed.bytes ==
        "{\"media\":\"text/markdown\",\"salt\":\"" + salt + "\",\"text\":\"# A \\\"b\\\"\\n\u202e\"}");
  CHECK(sealed.ref == naming(sealed.bytes));
  const auto body = read_body(sealed.bytes, sealed.ref);
  REQUIRE(body);
  CHECK(body->media == "text/markdown");
  CHECK(body->text == "# A \"b\"\n\u202e");
}

TEST_CASE("the same text under another salt has another digest: what was erased cannot be guessed back") {
  CHECK(seal_body("text/plain", salt, "yes").ref.sha256 !=
        seal_body("text/plain", std::string(32, '0'), "yes").ref.sha256);
}

TEST_CASE("a body that is not the one its event names is damaged, and the message says how") {
  const SealedBody sealed = seal_body("text/plain", salt, "yes");
  std::string flipped = sealed.bytes;
  flipped[20] = static_cast<char>(flipped[20] ^ 1);
  const auto read = read_body(flipped, sealed.ref);
  REQUIRE(!read);
  CHECK(read.error() ==
        Error{ErrorKind::damaged, "body " + sealed.ref.sha256.substr(0, 12) + " is not what its event names",
              "Its SHA-256 is " + sha256_hex(flipped) + ".", "Nothing was changed.", "hz audit verify"});
  CHECK(why(sealed.bytes.substr(1), sealed.ref) == "It has 76 bytes; the event says 77.");
}

TEST_CASE("bytes that are named but are no body are damaged too") {
  for (const std::string bytes :
       {"", "{", "[]", "{\"media\":\"text/plain\",\"salt\":\"0\"}", "{\"media\":1,\"text\":\"x\"}"}) {
    INFO(bytes);
    CHECK(why(bytes, naming(bytes)) != "read");
  }
}

TEST_CASE("members of a body that this hz does not know are ignored") {
  const std::string bytes = R"({"lang":"de","media":"text/plain","salt":"00","text":"x"})";
  CHECK(why(bytes, naming(bytes)) == "read");
}

TEST_CASE("a reference is written and read, and nothing else is one") {
  const BodyRef ref{97, sha256_hex("x")};
  CHECK(canonical(ref.to_json()) == R"({"bytes":97,"sha256":")" + ref.sha256 + "\"}");
  CHECK(BodyRef::from_json(ref.to_json()) == ref);
  Json more = ref.to_json();
  more["title"] = "News";
  CHECK(BodyRef::from_json(more) == ref);
  for (const Json& other : {Json(), Json::array(), Json{{"bytes", 1}}, Json{{"bytes", -1}, {"sha256", ref.sha256}},
                            Json{{"bytes", "1"}, {"sha256", ref.sha256}}, Json{{"bytes", 1}, {"sha256", "abc"}}}) {
    CHECK(!BodyRef::from_json(other));
  }
}

TEST_CASE("a body lies under the month of its event's time and the first two digits of its digest") {
  const auto at = parse_instant("2026-11-30T23:59:59.999Z");
  REQUIRE(at);
  CHECK(body_month(*at) == "2026-11");
  CHECK(body_path("662a64c5") == "66/662a64c5.json");
}
