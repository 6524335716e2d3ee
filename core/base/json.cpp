#include "core/base/json.hpp"

#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/utf8.hpp"

namespace hz {
namespace {

constexpr std::int64_t exact_integer_max = std::int64_t{1} << 53U;

/// Lets the library read and counts what it took, so that a refusal can say where.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  std::size_t* taken = nullptr;

  reference operator*() const { return *at; }
  CountingIterator& operator++() {
    ++at;
    ++*taken;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at == other.at; }
};

/// Builds a value from the parser's calls and refuses what the library would let pass. Containers under
/// construction lie on a stack of their own, so that depth costs heap and never the call stack. Every call answers
/// "go on?".
class StrictHandler {
 public:
  explicit StrictHandler(const JsonLimits& limits) : limits_(limits) {}

  // The library's names for its calls.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return value < -exact_integer_max ? add_inexact(value) : add(value); }
  bool number_unsigned(std::uint64_t value) {
    return value > static_cast<std::uint64_t>(exact_integer_max) ? add_inexact(value) : add(value);
  }
  bool number_float(double value, const std::string& /*text*/) { return add_inexact(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) { return refuse(JsonFault::syntax, "binary values are not JSON"); }

  bool start_object(std::size_t /*unknown*/) { return open(Json::object()); }
  bool start_array(std::size_t /*unknown*/) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    if (open_.back().value.contains(name)) return refuse(JsonFault::duplicate_key, "duplicate member");
    open_.back().key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) {
    // 406 is the library's number for a literal beyond double range. Surrogates it tells apart in words only;
    // tests hold it to them.
    constexpr int number_out_of_range = 406;
    const std::string_view text = error.what();
    if (error.id == number_out_of_range) return refuse(JsonFault::number_range, "number beyond double range");
    if (text.find("surrogate") != std::string_view::npos)
      return refuse(JsonFault::lone_surrogate, "lone surrogate");
    return refuse(JsonFault::syntax, "not JSON");
  }

  [[nodiscard]] Json take() { return std::move(root_); }
  [[nodiscard]] JsonRefusal refusal(std::size_t taken) const {
    return {fault_, taken == 0 ? 0 : taken - 1, detail_};
  }

 private:
  struct Open {
    Json value;
    std::string key;  ///< of the member that is being read
  };

  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.is_array()) {
      open_.back().value.push_back(std::move(value));
    } else {
      open_.back().value.emplace(std::move(open_.back().key), std::move(value));
    }
    return true;
  }
  bool open(Json empty) {
    if (open_.size() == limits_.max_depth) {
      return refuse(JsonFault::too_deep, fmt::format("more than {} levels", limits_.max_depth));
    }
    open_.push_back({std::move(empty), {}});
    return true;
  }
  bool close() {
    Json done = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(done));
  }
  bool add_inexact(Json number) {
    if (!limits_.integers_only) return add(std::move(number));
    return refuse(JsonFault::number_range, "number that is not an integer within 2^53");
  }
  bool refuse(JsonFault fault, std::string detail) {
    fault_ = fault;
    detail_ = std::move(detail);
    return false;
  }

  JsonLimits limits_;
  std::vector<Open> open_;
  Json root_;
  JsonFault fault_ = JsonFault::syntax;
  std::string detail_;
};

/// What the library would not refuse by itself: ill-formed UTF-8 outside strings, a byte-order mark (skipped
/// silently), a NUL byte (taken for the end of the text).
std::optional<JsonRefusal> refuse_bytes(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return JsonRefusal{JsonFault::too_long, limits.max_bytes, fmt::format("more than {} bytes", limits.max_bytes)};
  }
  if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
    return JsonRefusal{JsonFault::invalid_utf8, bad, "not UTF-8"};
  }
  if (text.substr(0, 3) == "\xEF\xBB\xBF") return JsonRefusal{JsonFault::syntax, 0, "byte-order mark"};
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return JsonRefusal{JsonFault::syntax, nul, "NUL byte"};
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(JsonFault fault) {
  switch (fault) {
    case JsonFault::syntax:
      return "syntax";
    case JsonFault::duplicate_key:
      return "duplicate-key";
    case JsonFault::lone_surrogate:
      return "lone-surrogate";
    case JsonFault::invalid_utf8:
      return "invalid-utf8";
    case JsonFault::number_range:
      return "number-range";
    case JsonFault::too_deep:
      return "too-deep";
    case JsonFault::too_long:
      return "too-long";
  }
  return "syntax";
}

std::variant<Json, JsonRefusal> read_json(std::string_view text, const JsonLimits& limits) {
  if (auto refusal = refuse_bytes(text, limits)) return *std::move(refusal);
  StrictHandler handler{limits};
  std::size_t taken = 0;
  const CountingIterator first{text.data(), &taken};
  const CountingIterator last{text.data() + text.size(), &taken};
  if (!Json::sax_parse(first, last, &handler)) return handler.refusal(taken);
  return handler.take();
}

Result<Json> parse_json(std::string_view text, std::string_view origin, const JsonLimits& limits) {
  auto read = read_json(text, limits);
  if (auto* value = std::get_if<Json>(&read)) return std::move(*value);
  const auto& refusal = std::get<JsonRefusal>(read);
  return Error{ErrorKind::damaged, fmt::format("{} is not readable as JSON", origin),
               fmt::format("{}: {} at byte {}", to_text(refusal.fault), refusal.detail, refusal.offset), "", ""};
}

const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> text_at(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->get<std::string>();
}

std::optional<std::int64_t> integer_at(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  if (value == nullptr || !value->is_number_integer()) return std::nullopt;
  constexpr auto max = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > max) return std::nullopt;
  return value->get<std::int64_t>();
}

std::optional<bool> flag_at(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  if (value == nullptr || !value->is_boolean()) return std::nullopt;
  return value->get<bool>();
}

}  // namespace hz
