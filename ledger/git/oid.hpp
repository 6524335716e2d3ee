// Names of git objects. Pure: no libgit2.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace hz::git {

/// The SHA-1 that git names an object by. Zero names none.
class Oid {
 public:
  static constexpr std::size_t size = 20;

  Oid() = default;
  /// Exactly 20 bytes.
  [[nodiscard]] static std::optional<Oid> from_bytes(std::string_view bytes) {
    if (bytes.size() != size) return std::nullopt;
    Oid oid;
    std::memcpy(oid.bytes_.data(), bytes.data(), size);
    return oid;
  }
  /// Exactly 40 lower-case hex digits.
  [[nodiscard]] static std::optional<Oid> from_hex(std::string_view hex);

  [[nodiscard]] const unsigned char* data() const { return bytes_.data(); }
  [[nodiscard]] std::string bytes() const { return {bytes_.begin(), bytes_.end()}; }
  [[nodiscard]] std::string hex() const;
  /// The first 12 digits, as people see it.
  [[nodiscard]] std::string shown() const { return hex().substr(0, 12); }
  [[nodiscard]] bool is_zero() const { return *this == Oid{}; }
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a comparison for a pointer
  auto operator<=>(const Oid&) const = default;

 private:
  std::array<unsigned char, size> bytes_{};
};

}  // namespace hz::git
