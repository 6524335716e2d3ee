// Reads canonical JSON (RFC 8785) in one pass over its bytes, without building a value: the members lie where they
// lie. What is canonical can hardly be written in two ways, so the scan knows one: no white space, members
// ascending, shortest escapes, plain integers. It vouches for what it accepts, and refuses what is wrong as well as
// what is merely rare (a member's name beyond ASCII, a fraction): whoever is refused asks read_json() and
// canonical(), which the scan is held against (tests/unit/canonical_scan_test.cpp). Seven times as fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hz {

class CanonicalScan {
 public:
  enum class Kind : unsigned char { object, array, string, number, boolean, null };
  /// A value, where it stands. Those inside an object or array follow it.
  struct Value {
    Kind kind = Kind::null;
    bool plain = true;        ///< of a string: it holds no escape, so that its bytes are the text
    std::uint32_t after = 0;  ///< index of the first value behind it and all that is inside it
    std::string_view key;     ///< in an object: ASCII without escapes; else empty
    std::string_view text;    ///< as it is written; of a string without the quotes
  };

  /// True: the bytes are one value of canonical JSON, nested at most `levels_max` deep, all its numbers integers
  /// within ±2^53. False says nothing. `bytes` must outlive the values. O(bytes).
  [[nodiscard]] bool scan(std::string_view bytes, std::size_t levels_max);

  /// After a scan that was true: the value, and all that is inside it, in the order of the bytes.
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] const Value& root() const { return values_.front(); }
  /// Calls back with each member or element of an object or array, in order.
  template <class Visit>
  void each(const Value& outer, Visit visit) const {
    for (const Value* at = &outer + 1; at != values_.data() + outer.after; at = values_.data() + at->after)
      visit(*at);
  }
  /// The member of this name, or null. Its value may be null, too.
  [[nodiscard]] const Value* member(const Value& object, std::string_view name) const;
  /// The members of these names, which ascend, or null: in one go over the object.
  template <std::size_t n>
  [[nodiscard]] std::array<const Value*, n> members(const Value& object,
                                                    const std::array<std::string_view, n>& names) const {
    std::array<const Value*, n> found{};
    std::size_t i = 0;
    for (const Value* at = &object + 1; at != values_.data() + object.after; at = values_.data() + at->after) {
      int order = -1;
      while (i < n && (order = order_of(names[i], at->key)) < 0) ++i;
      if (i == n) break;
      if (order == 0) found[i++] = at;
    }
    return found;
  }

 private:
  /// Like compare(), without a call: names are short.
  [[nodiscard]] static int order_of(std::string_view a, std::string_view b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
      if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;  // ASCII
    }
    return a.size() < b.size() ? -1 : static_cast<int>(a.size() > b.size());
  }
  [[nodiscard]] bool value(std::string_view key, std::size_t levels);
  [[nodiscard]] bool object(std::size_t levels);
  [[nodiscard]] bool array(std::size_t levels);
  [[nodiscard]] bool string(bool& plain, std::string_view& text);
  [[nodiscard]] bool escape();
  [[nodiscard]] bool key(std::string_view& text);
  [[nodiscard]] bool number();
  [[nodiscard]] bool word(std::string_view word);
  [[nodiscard]] bool take(char c);

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::vector<Value> values_;
};

/// Nothing if the value is no number.
[[nodiscard]] std::optional<std::int64_t> integer_of(const CanonicalScan::Value& value);

}  // namespace hz
