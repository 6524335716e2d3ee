#include "ledger/lane/message.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"

namespace hz {
namespace {

constexpr std::string_view event_key = "Event";

bool stands_for_itself(char c) {
  return c > ' ' && c < '\x7f' && c != '%';
}

/// Digits without a leading zero, as hz writes them.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || fmt::to_string(value) != text)
    return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<EventTrailer> parse_event_trailer(std::string_view value) {
  const auto parts = split(value, ' ');
  if (parts.size() != 4) return std::nullopt;
  const auto number = parse_count(parts[0]);
  auto stream = unescape_stream(parts[1]);
  const auto seq = parse_count(parts[2]);
  if (!number || !stream || !seq || !is_sha256_hex(parts[3])) return std::nullopt;
  return EventTrailer{*number, *std::move(stream), *seq, EventId(std::string(parts[3]))};
}

/// "Key: value", a key being letters, digits and '-'.
std::optional<std::pair<std::string_view, std::string_view>> parse_trailer(std::string_view line) {
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const auto key = line.substr(0, colon);
  const bool is_key = std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!is_key) return std::nullopt;
  return std::pair{key, line.substr(colon + 2)};
}

Error not_a_message(std::string why) {
  return {ErrorKind::damaged, "a commit's message is not one of a lane", std::move(why), "Nothing was repaired.",
          "hz audit verify"};
}

/// The first bytes of valid UTF-8 that hold `characters` of it.
std::string_view first_characters(std::string_view text, std::size_t characters) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (starts && seen++ == characters) return text.substr(0, i);
  }
  return text;
}

}  // namespace

std::string to_subject(std::string_view text) {
  const std::string line = trim(escape_for_display(text));
  if (line.empty()) return "(no words)";
  if (length_in_characters(line) <= subject_characters_max) return line;
  return std::string(first_characters(line, subject_characters_max - 1)) + "…";
}

std::string write_message(std::string_view subject, std::span<const EventTrailer> events) {
  std::string text = to_subject(subject) + "\n\n";
  for (const EventTrailer& event : events) {
    text += fmt::format("{}: {} {} {} {}\n", event_key, event.number, escape_stream(event.stream), event.seq,
                        event.id.str());
  }
  return text;
}

Result<LaneMessage> parse_message(std::string_view text) {
  const auto lines = split(text, '\n');
  if (lines.size() < 4 || lines[0].empty() || !lines[1].empty() || !lines.back().empty()) {
    return not_a_message("Its message is not a subject, an empty line and trailers.");
  }
  LaneMessage message{std::string(lines[0]), {}};
  for (std::size_t i = 2; i + 1 < lines.size(); ++i) {
    const auto trailer = parse_trailer(lines[i]);
    if (!trailer) return not_a_message(fmt::format("Line {} of its message is no trailer.", i + 1));
    if (trailer->first != event_key) continue;
    auto event = parse_event_trailer(trailer->second);
    if (!event) return not_a_message(fmt::format("Line {} of its message names no event.", i + 1));
    message.events.push_back(*std::move(event));
  }
  return message;
}

std::string escape_stream(const StreamName& stream) {
  std::string escaped;
  for (const char c : stream.str()) {
    if (stands_for_itself(c)) {
      escaped += c;
    } else {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

std::optional<StreamName> unescape_stream(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned value = 0;
    const auto digits = text.substr(i + 1, 2);
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (fault != std::errc{} || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    plain += static_cast<char>(static_cast<unsigned char>(value));
    i += 2;
  }
  auto stream = StreamName::parse(plain);
  if (!stream || escape_stream(*stream) != text) return std::nullopt;
  return stream;
}

}  // namespace hz
