// RFC 8785: one byte sequence for a value, so that hashes of it can be compared.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "core/base/invariant.hpp"
#include "core/base/json.hpp"
#include "core/base/utf8.hpp"

namespace hz {
namespace {

constexpr std::size_t deepest = 4096;  ///< far beyond what read_json lets in

/// Order by UTF-16 code units (RFC 8785, 3.2.3) without converting: it is the order of the UTF-8 bytes, except that
/// characters above U+FFFF (lead bytes F0 to F4, surrogates in UTF-16) come before U+E000 to U+FFFF (EE and EF).
bool before_in_utf16(std::string_view a, std::string_view b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) return x == a.end() && y != b.end();
  const auto rank = [](char c) {
    const unsigned byte = static_cast<unsigned char>(c);
    return byte == 0xEE || byte == 0xEF ? byte + 0x10U : byte;
  };
  return rank(*x) < rank(*y);
}

/// The shortest digits that read back as the same double, and the place of the point: 0.d1d2… × 10^exponent.
struct Shortest {
  std::string digits;
  int exponent = 0;
};

Shortest shortest(double positive) {
  std::array<char, 32> buffer{};
  const auto written =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), positive, std::chars_format::scientific);
  const std::string_view text{buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())};
  const std::size_t e = text.find('e');
  int exponent = 0;
  const std::size_t sign = text[e + 1] == '+' ? 1 : 0;  // from_chars takes no plus
  std::from_chars(text.data() + e + 1 + sign, text.data() + text.size(), exponent);
  std::string digits{text.substr(0, 1)};
  if (e > 2) digits += text.substr(2, e - 2);
  return {std::move(digits), exponent + 1};
}

/// ECMAScript's Number::toString (ECMA-262, 6.1.6.1.20), which RFC 8785 prescribes.
void put_double(std::string& out, double value) {
  HZ_INVARIANT(std::isfinite(value), "a canonical number is finite");
  if (value == 0) {
    out += '0';
    return;
  }
  if (value < 0) out += '-';
  auto [digits, n] = shortest(std::abs(value));
  const int k = static_cast<int>(digits.size());
  if (k <= n && n <= 21) {
    out += digits + std::string(static_cast<std::size_t>(n - k), '0');
  } else if (0 < n && n <= 21) {
    out += digits.insert(static_cast<std::size_t>(n), 1, '.');
  } else if (-6 < n && n <= 0) {
    out += "0." + std::string(static_cast<std::size_t>(-n), '0') + digits;
  } else {
    if (k > 1) digits.insert(1, 1, '.');
    out += fmt::format("{}e{:+d}", digits, n - 1);
  }
}

void put_number(std::string& out, const Json& value) {
  if (is_exact_integer(value)) {
    out += fmt::to_string(value.get<std::int64_t>());
  } else {
    put_double(out, value.get<double>());  // beyond 2^53 an integer is what a double makes of it
  }
}

void put_string(std::string& out, std::string_view text) {
  HZ_INVARIANT(first_invalid_utf8(text) == std::string_view::npos, "a canonical string is UTF-8");
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void put(std::string& out, const Json& value, std::size_t depth);

void put_object(std::string& out, const Json& object, std::size_t depth) {
  using Member = std::pair<const std::string*, const Json*>;
  std::vector<Member> members;
  members.reserve(object.size());
  for (const auto& [name, value] : object.get_ref<const Json::object_t&>()) members.emplace_back(&name, &value);
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return before_in_utf16(*a.first, *b.first); });
  char separator = '{';
  for (const auto& [name, value] : members) {
    out += separator;
    separator = ',';
    put_string(out, *name);
    out += ':';
    put(out, *value, depth);
  }
  out += members.empty() ? "{}" : "}";
}

void put_array(std::string& out, const Json& array, std::size_t depth) {
  char separator = '[';
  for (const Json& value : array) {
    out += separator;
    separator = ',';
    put(out, value, depth);
  }
  out += array.empty() ? "[]" : "]";
}

void put(std::string& out, const Json& value, std::size_t depth) {
  HZ_INVARIANT(depth <= deepest, "a canonical value is not deeper than the reader lets in");
  switch (value.type()) {
    case Json::value_t::null:
      out += "null";
      return;
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      return;
    case Json::value_t::string:
      put_string(out, value.get_ref<const std::string&>());
      return;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      put_number(out, value);
      return;
    case Json::value_t::array:
      put_array(out, value, depth + 1);
      return;
    case Json::value_t::object:
      put_object(out, value, depth + 1);
      return;
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  HZ_INVARIANT(false, "a canonical value is one of JSON's six kinds");
}

}  // namespace

bool is_exact_integer(const Json& value) {
  constexpr std::int64_t exact = std::int64_t{1} << 53U;
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(exact);
  return value.is_number_integer() && -exact <= value.get<std::int64_t>() && value.get<std::int64_t>() <= exact;
}

std::string canonical(const Json& value) {
  std::string out;
  put(out, value, 0);
  return out;
}

}  // namespace hz
