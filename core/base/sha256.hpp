// SHA-256 (FIPS 180-4) as bytes, for whoever hashes by the million: a context that is used again, and no hex on the
// way.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hz {

/// 32 bytes; all of them zero before it is given a value.
struct Digest {
  std::array<unsigned char, 32> bytes{};

  /// Nothing unless it is 64 lower-case hex digits.
  [[nodiscard]] static std::optional<Digest> from_hex(std::string_view hex);
  [[nodiscard]] std::string hex() const;
  [[nodiscard]] std::string_view view() const;
  bool operator==(const Digest&) const = default;
  bool operator<(const Digest& other) const { return bytes < other.bytes; }
};

/// Not for two threads at once.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;
  ~Sha256();

  [[nodiscard]] Digest of(std::string_view bytes);

  /// In parts: begin, add as often as it takes, end.
  void begin();
  void add(std::string_view bytes);
  [[nodiscard]] Digest end();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace hz
