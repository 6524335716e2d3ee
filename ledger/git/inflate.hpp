// The zlib streams (RFC 1950) that git keeps objects in, inflated whole. libdeflate takes 0.6 of zlib's time on
// small objects, and inflating is most of what a full verification does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ledger/git/bytes.hpp"

namespace hz::git {

/// Not for two threads at once.
class Inflater {
 public:
  Inflater();
  Inflater(Inflater&& other) noexcept;
  Inflater& operator=(Inflater&& other) noexcept;
  ~Inflater();

  /// Inflates the stream that `deflated` begins with; it must give exactly `size` bytes. How many bytes of
  /// `deflated` it takes, or nothing if it is damaged, ends too early or gives another number of bytes. Never
  /// allocates more than `deflated` could give (1,032 times its size).
  [[nodiscard]] std::optional<std::size_t> inflate(std::string_view deflated, std::size_t size, Bytes& out);

  /// Inflates a stream whose size nobody tells, up to `max` bytes.
  [[nodiscard]] bool inflate_whole(std::string_view deflated, std::size_t max, Bytes& out);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

/// CRC-32 as a pack's index keeps it of each entry's bytes.
[[nodiscard]] std::uint32_t crc32_of(std::string_view bytes);

}  // namespace hz::git
