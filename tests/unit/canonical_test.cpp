#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include "core/base/json.hpp"
#include "core/base/utf8.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

/// The naive twin of the shortest digits: print with more and more of them until one reads back as the same double.
std::string naive_shortest(double positive) {
  char text[40];
  for (int precision = 0; precision < 17; ++precision) {
    std::snprintf(text, sizeof text, "%.*e", precision, positive);
    if (std::strtod(text, nullptr) == positive) break;
  }
  return text;
}

/// ECMA-262, 6.1.6.1.20, word for word over "d.dde±xx".
std::string naive_number(double value) {
  if (value == 0) return "0";
  if (value < 0) return "-" + naive_number(-value);
  const std::string text = naive_shortest(value);
  const std::size_t e = text.find('e');
  const int n = std::atoi(text.c_str() + e + 1) + 1;
  std::string s = text.substr(0, 1);
  if (e > 2) s += text.substr(2, e - 2);
  const int k = static_cast<int>(s.size());
  if (k <= n && n <= 21) return s + std::string(static_cast<std::size_t>(n - k), '0');
  if (0 < n && n <= 21)
    return s.substr(0, static_cast<std::size_t>(n)) + "." + s.substr(static_cast<std::size_t>(n));
  if (-6 < n && n <= 0) return "0." + std::string(static_cast<std::size_t>(-n), '0') + s;
  const std::string exponent = (n - 1 < 0 ? "-" : "+") + std::to_string(std::abs(n - 1));
  return k == 1 ? s + "e" + exponent : s.substr(0, 1) + "." + s.substr(1) + "e" + exponent;
}

double from_bits(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string out;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    if (next.code_point < 0x10000) {
      out += static_cast<char16_t>(next.code_point);
    } else {
      out += static_cast<char16_t>(0xD800 + ((next.code_point - 0x10000) >> 10U));
      out += static_cast<char16_t>(0xDC00 + ((next.code_point - 0x10000) & 0x3FFU));
    }
    text.remove_prefix(next.length);
  }
  return out;
}

}  // namespace

TEST_CASE("numbers are written as ECMAScript writes them: against a naive twin, fixed seed") {
  std::mt19937_64 random{20261130};
  for (int i = 0; i < 25'000; ++i) {
    const double any = from_bits(random());
    const double decimal =
        static_cast<double>(random() % 1'000'000) / std::pow(10, static_cast<double>(random() % 12));
    const double whole = std::ldexp(static_cast<double>(random() >> 11U), static_cast<int>(random() % 40));
    for (const double value : {any, decimal, whole}) {
      if (!std::isfinite(value)) continue;
      const std::string written = canonical(Json(value));
      if (written != naive_number(value)) FAIL(written << " is not " << naive_number(value));
      REQUIRE(std::strtod(written.c_str(), nullptr) == value);
    }
  }
}

TEST_CASE("the borders between the forms of a number") {
  CHECK(canonical(Json(1e21)) == "1e+21");
  CHECK(canonical(Json(999999999999999868928.0)) == "999999999999999900000");
  CHECK(canonical(Json(1e-6)) == "0.000001");
  CHECK(canonical(Json(9.999999e-7)) == "9.999999e-7");
  CHECK(canonical(Json(1e-7)) == "1e-7");
  CHECK(canonical(Json(-0.0)) == "0");
  CHECK(canonical(Json(from_bits(1))) == "5e-324");
  CHECK(canonical(Json(1.7976931348623157e308)) == "1.7976931348623157e+308");
}

TEST_CASE("integers beyond 2^53 are written as the double that every other reader sees") {
  CHECK(canonical(Json(9007199254740992)) == "9007199254740992");
  CHECK(canonical(Json(9007199254740993)) == "9007199254740992");
  CHECK(canonical(Json(-9007199254740993)) == "-9007199254740992");
  CHECK(canonical(Json(18446744073709551615U)) == "18446744073709552000");
  CHECK(canonical(Json(std::numeric_limits<std::int64_t>::min())) == "-9223372036854776000");
}

TEST_CASE("members are in the order of their UTF-16 code units: against a naive twin, fixed seed") {
  std::mt19937_64 random{8785};
  const std::vector<std::string> letters{"",
                                         "a",
                                         "z",
                                         "1",
                                         "é",
                                         "ÿ",
                                         "߿",
                                         "ࠀ",
                                         "퟿",
                                         "\xEE\x80\x80",
                                         "\xEF\xBF\xBD",
                                         "𐀀",
                                         "😀",
                                         "\xF4\x8F\xBF\xBF",
                                         "\x7F",
                                         "A"};
  for (int i = 0; i < 2'000; ++i) {
    Json object = Json::object();
    for (int k = 0; k < 8; ++k) {
      std::string key;
      for (int c = 0; c < 3; ++c) key += letters[random() % letters.size()];
      object[key] = 0;
    }
    std::map<std::u16string, std::string> sorted;
    for (const auto& [key, value] : object.items()) sorted.emplace(to_utf16(key), key);
    std::string expected;
    for (const auto& [units, key] : sorted) expected += (expected.empty() ? "{\"" : ",\"") + key + "\":0";
    REQUIRE(canonical(object) == expected + "}");
  }
}

TEST_CASE("strings keep every character but the seven with short escapes and the other controls") {
  CHECK(canonical(Json("\"\\\b\f\n\r\t/\x01\x1F\x7F\u2028é😀")) ==
        "\"\\\"\\\\\\b\\f\\n\\r\\t/\\u0001\\u001f\x7F\u2028é😀\"");
}

TEST_CASE("the canonical form of a canonical form is itself") {
  const std::string text = R"({"":[[],{},null,true,false,-1,0.5,1e+30],"a":{"b":"\u0000"},"é":"ü"})";
  const auto read = read_json(text);
  REQUIRE(std::holds_alternative<Json>(read));
  CHECK(canonical(std::get<Json>(read)) == text);
}

TEST_CASE("the locale of the process changes neither what is read nor what is written (O6)") {
  // Any locale with a decimal comma will do; machines without one prove it through the C locale only.
  const char* const before = std::setlocale(LC_NUMERIC, nullptr);
  const std::string kept = before == nullptr ? "C" : before;
  int with_comma = 0;
  for (const char* const name : {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"}) {
    if (std::setlocale(LC_NUMERIC, name) == nullptr) continue;
    if (*std::localeconv()->decimal_point == ',') ++with_comma;
    const auto read = read_json("[1.5,1e-7,123456789]");
    REQUIRE(std::holds_alternative<Json>(read));
    CHECK(canonical(std::get<Json>(read)) == "[1.5,1e-7,123456789]");
  }
  std::setlocale(LC_NUMERIC, kept.c_str());
  if (with_comma == 0) std::puts("skipped: a decimal comma: no locale of this machine has one");
}
