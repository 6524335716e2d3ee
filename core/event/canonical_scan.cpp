#include "core/event/canonical_scan.hpp"

#include <bit>
#include <charconv>
#include <cstring>

#include "core/base/utf8.hpp"

namespace hz {
namespace {

constexpr std::uint64_t exact_integer_max = std::uint64_t{1} << 53U;
constexpr std::uint64_t ones = 0x0101010101010101U;
constexpr std::uint64_t highs = 0x8080808080808080U;

/// The high bit of each byte that is zero, and maybe of bytes above one such.
constexpr std::uint64_t zeros(std::uint64_t word) {
  return (word - ones) & ~word & highs;
}

/// How many bytes from `at` stand for themselves in a string whatever surrounds them: printable ASCII but '"' and
/// '\'. Eight at a time.
std::size_t plain_run(const char* at, const char* end) {
  const char* const begin = at;
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 8; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, 8);
      const std::uint64_t control = (word - ones * 0x20U) & ~word & highs;
      const std::uint64_t special = control | zeros(word ^ ones * '"') | zeros(word ^ ones * '\\') | (word & highs);
      if (special != 0)
        return static_cast<std::size_t>(at - begin) + static_cast<unsigned>(std::countr_zero(special)) / 8;
    }
  }
  while (at != end && static_cast<unsigned char>(*at) >= 0x20 && static_cast<unsigned char>(*at) < 0x80 &&
         *at != '"' && *at != '\\')
    ++at;
  return static_cast<std::size_t>(at - begin);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

bool CanonicalScan::scan(std::string_view bytes, std::size_t levels_max) {
  values_.clear();
  at_ = bytes.data();
  end_ = at_ + bytes.size();
  return value({}, levels_max) && at_ == end_;
}

const CanonicalScan::Value* CanonicalScan::member(const Value& object, std::string_view name) const {
  for (std::size_t i = static_cast<std::size_t>(&object - values_.data()) + 1; i < object.after;
       i = values_[i].after) {
    if (values_[i].key == name) return &values_[i];
  }
  return nullptr;
}

bool CanonicalScan::take(char c) {
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool CanonicalScan::value(std::string_view key, std::size_t levels) {
  if (at_ == end_) return false;
  const std::size_t self = values_.size();
  const char* const begin = at_;
  values_.push_back({Kind::null, true, 0, key, {}});
  bool well = false;
  switch (*at_) {
    case '{':
      values_[self].kind = Kind::object;
      well = object(levels);
      break;
    case '[':
      values_[self].kind = Kind::array;
      well = array(levels);
      break;
    case '"':
      values_[self].kind = Kind::string;
      well = string(values_[self].plain, values_[self].text);
      values_[self].after = static_cast<std::uint32_t>(self + 1);
      return well;
    case 't':
    case 'f':
      values_[self].kind = Kind::boolean;
      well = word(*at_ == 't' ? "true" : "false");
      break;
    case 'n':
      well = word("null");
      break;
    default:
      values_[self].kind = Kind::number;
      well = number();
  }
  values_[self].text = {begin, static_cast<std::size_t>(at_ - begin)};
  values_[self].after = static_cast<std::uint32_t>(values_.size());
  return well;
}

bool CanonicalScan::object(std::size_t levels) {
  if (levels == 0) return false;
  ++at_;
  if (take('}')) return true;
  std::string_view before;
  for (bool first = true;; first = false) {
    std::string_view name;
    // An empty name may come first and no other is smaller, so that ascending also means different.
    if (!key(name) || (!first && order_of(before, name) >= 0) || !take(':') || !value(name, levels - 1))
      return false;
    before = name;
    if (take('}')) return true;
    if (!take(',')) return false;
  }
}

bool CanonicalScan::array(std::size_t levels) {
  if (levels == 0) return false;
  ++at_;
  if (take(']')) return true;
  for (;;) {
    if (!value({}, levels - 1)) return false;
    if (take(']')) return true;
    if (!take(',')) return false;
  }
}

bool CanonicalScan::key(std::string_view& text) {
  if (!take('"')) return false;
  const std::size_t size = plain_run(at_, end_);
  text = {at_, size};
  at_ += size;
  return take('"');
}

bool CanonicalScan::string(bool& plain, std::string_view& text) {
  const char* const begin = ++at_;
  for (;;) {
    at_ += plain_run(at_, end_);
    if (at_ == end_) return false;
    if (*at_ == '"') break;
    if (*at_ == '\\') {
      plain = false;
      if (!escape()) return false;
      continue;
    }
    const Decoded next = decode_utf8({at_, static_cast<std::size_t>(end_ - at_)});
    if (!next.valid || next.code_point < 0x20) return false;
    at_ += next.length;
  }
  text = {begin, static_cast<std::size_t>(at_ - begin)};
  ++at_;
  return true;
}

/// The one escape that RFC 8785 has for a character that needs one.
bool CanonicalScan::escape() {
  if (end_ - at_ < 2) return false;
  const char kind = at_[1];
  if (kind != 'u') {
    at_ += 2;
    return std::string_view("\"\\bfnrt").find(kind) != std::string_view::npos;
  }
  if (end_ - at_ < 6 || std::string_view(at_ + 2, 2) != "00") return false;
  const auto digit = std::string_view("0123456789abcdef").find(at_[5]);
  if ((at_[4] != '0' && at_[4] != '1') || digit == std::string_view::npos) return false;
  const unsigned character = (at_[4] == '1' ? 16U : 0U) + static_cast<unsigned>(digit);
  at_ += 6;
  return std::string_view("\b\f\n\r\t").find(static_cast<char>(character)) == std::string_view::npos;
}

bool CanonicalScan::number() {
  const char* const begin = at_;
  const bool negative = take('-');
  if (at_ == end_ || !is_digit(*at_) || (*at_ == '0' && negative)) return false;
  const char* const digits = at_;
  std::uint64_t value = 0;
  while (at_ != end_ && is_digit(*at_) && at_ - begin < 18)
    value = value * 10 + static_cast<unsigned>(*at_++ - '0');
  if (*digits == '0' && at_ - digits > 1) return false;
  // What follows must be a comma or bracket, so a longer number, a fraction or an exponent is refused there.
  return value <= exact_integer_max;
}

bool CanonicalScan::word(std::string_view word) {
  if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

std::optional<std::int64_t> integer_of(const CanonicalScan::Value& value) {
  if (value.kind != CanonicalScan::Kind::number) return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return number;
}

}  // namespace hz
