#include "core/event/stream.hpp"

#include <algorithm>
#include <array>

#include "core/base/utf8.hpp"

namespace hz {
namespace {

constexpr std::size_t longest_stream_name = 256;

bool has_control_or_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Decoded next = decode_utf8(text.substr(i));
    const char32_t c = next.code_point;
    if (!next.valid || c < 0x20 || (c >= 0x7F && c <= 0x9F)) return true;
    i += next.length;
  }
  return false;
}

bool is_kind(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool is_known_stream_kind(std::string_view kind) {
  constexpr std::array<std::string_view, 8> known{"job",  "source", "contract", "proposal",
                                                  "chat", "run",    "machine",  "budget"};
  return std::find(known.begin(), known.end(), kind) != known.end();
}

std::optional<StreamName> StreamName::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || text.size() > longest_stream_name) return std::nullopt;
  const std::string_view kind = text.substr(0, slash);
  const std::string_view name = text.substr(slash + 1);
  if (!is_kind(kind) || name.empty() || has_control_or_bad_byte(name)) return std::nullopt;
  return StreamName{std::string{kind}, std::string{name}};
}

}  // namespace hz
