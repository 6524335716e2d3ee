// RFC 8785 over strict input. A case has a text (`input`, `input_b64` or `gen`) and what must come of it: the
// canonical bytes, a class of refusal, or either.
#include <fmt/format.h>
#include <string>

#include "core/base/text.hpp"
#include "tests/cases/case_table.hpp"

namespace hz::cases {
namespace {

std::string from_base64(std::string_view text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos) continue;
    bits = (bits << 6U | static_cast<unsigned>(value)) & 0xFFFU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(static_cast<unsigned char>(bits >> static_cast<unsigned>(held)));
  }
  return out;
}

std::string repeated(const Json& gen) {
  const auto count = gen.at("n").get<std::size_t>();
  std::string text = gen.value("middle", "");
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += gen.at("repeat_open").get<std::string>();
  out += text;
  for (std::size_t i = 0; i < count; ++i) out += gen.at("repeat_close").get<std::string>();
  return out;
}

std::string input_of(const Json& one) {
  if (one.contains("gen")) return repeated(one.at("gen"));
  if (one.contains("input_b64")) return from_base64(one.at("input_b64").get<std::string>());
  return one.at("input").get<std::string>();
}

/// What the case allows: one text, one class of refusal, or both.
struct Expected {
  std::optional<std::string> text, fault;
  bool any_fault = false;
};

Expected expected_of(const Json& one, const std::string& input) {
  Expected expected;
  expected.text = text_at(one, "expect");
  if (!expected.text) expected.text = text_at(one, "accept_expect");
  if (one.contains("expect_gen")) expected.text = input;
  expected.fault = text_at(one, "error");
  expected.any_fault = flag_at(one, "accept_error").value_or(false);
  return expected;
}

/// The table's word for "too deep" is of its own kind; ours says what was exceeded.
bool same_class(std::string_view wanted, JsonFault fault) {
  return wanted == to_text(fault) || (fault == JsonFault::too_deep && wanted == "depth");
}

/// Nothing when the case passes, else what came instead.
std::optional<std::string> judge(const Json& one) {
  const std::string input = input_of(one);
  const Expected expected = expected_of(one, input);
  const auto read = read_json(input);
  if (const auto* refusal = std::get_if<JsonRefusal>(&read)) {
    if (expected.any_fault || (expected.fault && same_class(*expected.fault, refusal->fault))) return std::nullopt;
    return fmt::format("refused as {}: {}", to_text(refusal->fault), refusal->detail);
  }
  const std::string bytes = canonical(std::get<Json>(read));
  if (expected.text == bytes) return std::nullopt;
  return cut(escape_for_display(bytes), 200);
}

}  // namespace

Tally run_jcs(const Json& file) {
  return run_table(file, "jcs", judge);
}

}  // namespace hz::cases
