#include "core/event/body.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "core/base/invariant.hpp"

namespace hz {
namespace {

bool is_salt(std::string_view text) {
  return text.size() == 32 && std::all_of(text.begin(), text.end(),
                                          [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

Error damaged(const BodyRef& ref, std::string why) {
  return {ErrorKind::damaged, fmt::format("body {} is not what its event names", ref.sha256.substr(0, 12)),
          std::move(why), "Nothing was changed.", "hz audit verify"};
}

}  // namespace

Json BodyRef::to_json() const {
  return Json{{"bytes", bytes}, {"sha256", sha256}};
}

std::optional<BodyRef> BodyRef::from_json(const Json& value) {
  const auto bytes = integer_at(value, "bytes");
  auto sha256 = text_at(value, "sha256");
  if (!bytes || *bytes < 0 || !sha256 || !is_sha256_hex(*sha256)) return std::nullopt;
  return BodyRef{static_cast<std::uint64_t>(*bytes), *std::move(sha256)};
}

SealedBody seal_body(std::string_view media, std::string_view salt, std::string_view text) {
  HZ_INVARIANT(is_salt(salt), "a body's salt is 32 lower-case hex digits");
  std::string bytes = canonical(Json{{"media", media}, {"salt", salt}, {"text", text}});
  std::string sha256 = sha256_hex(bytes);
  return {{bytes.size(), std::move(sha256)}, std::move(bytes)};
}

Result<BodyText> read_body(std::string_view bytes, const BodyRef& ref) {
  if (bytes.size() != ref.bytes) {
    return damaged(ref, fmt::format("It has {} bytes; the event says {}.", bytes.size(), ref.bytes));
  }
  if (const std::string found = sha256_hex(bytes); found != ref.sha256) {
    return damaged(ref, fmt::format("Its SHA-256 is {}.", found));
  }
  const auto read = read_json(bytes, {.max_bytes = bytes.size()});
  const Json* body = std::get_if<Json>(&read);
  if (body == nullptr) return damaged(ref, "It is not JSON.");
  auto media = text_at(*body, "media");
  auto text = text_at(*body, "text");
  if (!media || !text) return damaged(ref, "It has no media or no text.");
  return BodyText{*std::move(media), *std::move(text)};
}

std::string body_path(const std::string& sha256) {
  return fmt::format("{}/{}.json", sha256.substr(0, 2), sha256);
}

std::string body_month(Instant at) {
  return to_text(at).substr(0, 7);
}

}  // namespace hz
