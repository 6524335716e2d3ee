#include "heads/host/frame.hpp"

#include <cstdint>

namespace hz {
namespace {

constexpr std::string_view magic = "hz1\n";
constexpr std::size_t length_bytes = 4;
constexpr std::size_t prefix = magic.size() + length_bytes;

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = length_bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

std::string encode(const Frame& frame) {
  Json lengths = Json::array();
  for (const std::string& part : frame.parts) lengths.push_back(part.size());
  const std::string header = canonical(Json{{"about", frame.about}, {"parts", lengths}});
  std::string bytes{magic};
  for (std::size_t i = 0; i < length_bytes; ++i) bytes += static_cast<char>(header.size() >> (8U * i) & 0xFFU);
  bytes += header;
  for (const std::string& part : frame.parts) bytes += part;
  return bytes;
}

bool FrameReader::feed(std::string_view bytes) {
  bytes_ += bytes;
  const std::size_t seen = std::min(bytes_.size(), magic.size());
  if (std::string_view{bytes_}.substr(0, seen) != magic.substr(0, seen)) return false;
  return header_ || bytes_.size() < prefix || read_header();
}

bool FrameReader::read_header() {
  const std::string_view all{bytes_};
  const std::size_t length = little_endian(all.substr(magic.size(), length_bytes));
  if (length > max_header) return false;
  if (all.size() < prefix + length) return true;
  auto read = read_json(all.substr(prefix, length));
  Json* header = std::get_if<Json>(&read);
  const Json* about = header == nullptr ? nullptr : member(*header, "about");
  const Json* parts = header == nullptr ? nullptr : member(*header, "parts");
  if (about == nullptr || parts == nullptr || !parts->is_array()) return false;
  std::size_t sum = 0;
  for (const Json& part : *parts) {
    if (!part.is_number_integer() || part < 0 || part > max_parts - sum) return false;
    lengths_.push_back(part.get<std::size_t>());
    sum += lengths_.back();
  }
  start_ = prefix + length;
  whole_ = start_ + sum;
  header_ = *about;
  return true;
}

std::optional<Frame> FrameReader::take() {
  if (!header_ || bytes_.size() < whole_) return std::nullopt;
  Frame frame{*header_, {}};
  std::size_t at = start_;
  for (const std::size_t length : lengths_) {
    frame.parts.push_back(bytes_.substr(at, length));
    at += length;
  }
  return frame;
}

}  // namespace hz
