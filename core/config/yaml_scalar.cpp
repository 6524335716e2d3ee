#include "core/config/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace hz {
namespace {

using Scalar = std::variant<decltype(Node::value), RefusedScalar>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// How many digits the text begins with.
std::size_t digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}

std::string_view without_sign(std::string_view text) {
  return !text.empty() && (text[0] == '+' || text[0] == '-') ? text.substr(1) : text;
}

std::optional<Scalar> integer(std::string_view text, int base) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range)
    return RefusedScalar{"a whole number is too large", "put it in quotes if it is text"};
  if (error != std::errc()) return std::nullopt;
  return Scalar(value);
}

std::optional<Scalar> whole(std::string_view text) {
  const std::string_view tail = text.size() > 2 ? text.substr(2) : std::string_view();
  const bool unsigned_tail = !tail.empty() && tail[0] != '-';
  if (text.starts_with("0x") && unsigned_tail) return integer(tail, 16);
  if (text.starts_with("0o") && unsigned_tail) return integer(tail, 8);
  const std::string_view magnitude = without_sign(text);
  if (magnitude.empty() || digits(magnitude) != magnitude.size()) return std::nullopt;
  return integer(text[0] == '+' ? magnitude : text, 10);
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool is_float(std::string_view text) {
  text = without_sign(text);
  const std::size_t before = digits(text);
  text.remove_prefix(before);
  std::size_t after = 0;
  if (text.starts_with('.')) {
    after = digits(text.substr(1));
    text.remove_prefix(1 + after);
  }
  if (before + after == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text = without_sign(text.substr(1));
  return !text.empty() && digits(text) == text.size();
}

std::optional<Scalar> fraction(std::string_view text) {
  if (is_one_of(without_sign(text), {".inf", ".Inf", ".INF"}) || is_one_of(text, {".nan", ".NaN", ".NAN"}))
    return RefusedScalar{fmt::format("{} is not a number that hz can keep", text),
                         "put it in quotes if it is text"};
  if (!is_float(text)) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value))
    return RefusedScalar{"a number is out of range", "put it in quotes if it is text"};
  return Scalar(value);
}

}  // namespace

std::variant<decltype(Node::value), RefusedScalar> read_plain_scalar(std::string_view text) {
  if (text.empty() || is_one_of(text, {"~", "null", "Null", "NULL"})) return std::monostate();
  if (is_one_of(text, {"true", "True", "TRUE"})) return true;
  if (is_one_of(text, {"false", "False", "FALSE"})) return false;
  if (auto number = whole(text)) return *std::move(number);
  if (auto number = fraction(text)) return *std::move(number);
  return std::string(text);
}

}  // namespace hz
