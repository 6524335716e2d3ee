#include "core/event/body_form.hpp"

#include "core/base/hex.hpp"
#include "core/base/json.hpp"

namespace hz {
namespace {

constexpr std::size_t levels_max = 64;

bool is_salt(std::string_view text) {
  return text.size() == 32 && is_hex(text);
}

}  // namespace

bool scan_body(std::string_view bytes, CanonicalScan& scan) {
  using Kind = CanonicalScan::Kind;
  if (!scan.scan(bytes, levels_max) || scan.root().kind != Kind::object) return false;
  const auto* const media = scan.member(scan.root(), "media");
  const auto* const salt = scan.member(scan.root(), "salt");
  const auto* const text = scan.member(scan.root(), "text");
  return media != nullptr && media->kind == Kind::string && salt != nullptr && salt->kind == Kind::string &&
         is_salt(salt->text) && text != nullptr && text->kind == Kind::string;
}

std::string fault_of_body_form(std::string_view bytes) {
  const auto read = read_json(bytes, {.max_bytes = bytes.size()});
  const Json* const body = std::get_if<Json>(&read);
  if (body == nullptr) return "It is not JSON.";
  if (!text_at(*body, "media") || !text_at(*body, "text")) return "It has no media or no text.";
  if (!is_salt(text_at(*body, "salt").value_or(""))) return "It has no salt of 32 hex digits.";
  return canonical(*body) == bytes ? "" : "It is not canonical.";
}

}  // namespace hz
