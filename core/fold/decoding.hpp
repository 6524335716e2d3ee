// Reading an event's data into a fact: every member is checked, and the first that is not as it should be makes the
// whole event NotUnderstood.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "core/base/time.hpp"
#include "core/event/body.hpp"
#include "core/fold/thing.hpp"

namespace hz {

class Decoding {
 public:
  explicit Decoding(const Sealed& raw) : raw_(raw) {}

  [[nodiscard]] std::string text(std::string_view name) { return need(text_at(raw_.data, name), name); }
  [[nodiscard]] std::int64_t integer(std::string_view name) { return need(integer_at(raw_.data, name), name); }
  [[nodiscard]] Instant instant(std::string_view name) { return need(parse_instant(text(name)), name); }
  [[nodiscard]] std::optional<std::string> optional_text(std::string_view name) const {
    return text_at(raw_.data, name);
  }
  [[nodiscard]] std::optional<Slot> optional_slot(std::string_view name) const {
    const auto written = text_at(raw_.data, name);
    return written ? parse_slot(*written) : std::nullopt;
  }
  [[nodiscard]] std::optional<BodyRef> optional_body(std::string_view name) const {
    const Json* found = member(raw_.data, name);
    return found ? BodyRef::from_json(*found) : std::nullopt;
  }
  [[nodiscard]] BodyRef body(std::string_view name) { return need(optional_body(name), name); }

  /// Takes what was read, or remembers that the member is missing or wrong.
  template <class T>
  [[nodiscard]] T need(std::optional<T> value, std::string_view name) {
    if (!value && missing_.empty()) missing_ = name;
    return value ? *std::move(value) : T{};
  }

  /// The fact, or NotUnderstood if any member was not as it should be.
  template <class Variant, class Fact>
  [[nodiscard]] Variant as(Fact fact) const {
    if (missing_.empty()) return Variant{std::move(fact)};
    return Variant{unread("its member \"" + missing_ + "\" is missing or not as expected")};
  }

  [[nodiscard]] NotUnderstood unread(std::string why) const {
    return {raw_.type, raw_.version, std::move(why), raw_.by.version, raw_.note};
  }

 private:
  const Sealed& raw_;
  std::string missing_;
};

/// The first gate of every decode: a newer version is not read at all.
[[nodiscard]] inline std::optional<NotUnderstood> newer_than_we_read(const Sealed& raw) {
  if (raw.version <= event_version) return std::nullopt;
  return NotUnderstood{
      raw.type, raw.version,
      "its version is " + std::to_string(raw.version) + ", this hz reads up to " + std::to_string(event_version),
      raw.by.version, raw.note};
}

}  // namespace hz
