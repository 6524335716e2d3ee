// JSON: the canonical form is a fixed point, the library reads the same value, and the scan never accepts what the
// reader does not.
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/event/canonical_scan.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  CanonicalScan scan;
  if (scan.scan(bytes, 64)) {
    const auto read = read_json(bytes, {.max_depth = 64, .integers_only = true});
    const Json* const value = std::get_if<Json>(&read);
    HZ_INVARIANT(value != nullptr && canonical(*value) == bytes, "what the scan accepts is canonical");
  }
  const auto read = read_json(bytes);
  if (const auto* refusal = std::get_if<JsonRefusal>(&read)) {
    HZ_INVARIANT(refusal->offset <= bytes.size() && !to_text(refusal->fault).empty(), "a refusal has its place");
    return;
  }
  const auto& value = std::get<Json>(read);
  HZ_INVARIANT(Json::parse(bytes) == value, "the library reads the same value");
  const std::string text = canonical(value);
  HZ_INVARIANT(is_utf8(text), "the canonical form is UTF-8");
  const auto again = read_json(text);
  HZ_INVARIANT(std::holds_alternative<Json>(again), "the canonical form is read again");
  HZ_INVARIANT(canonical(std::get<Json>(again)) == text, "the canonical form is a fixed point");
}

}  // namespace hz
