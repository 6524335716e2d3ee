// What hz and a keeper say to each other: a small JSON document and a few raw byte strings, with lengths before
// them. Nothing of it passes through arguments or the environment, which other processes can read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"

namespace hz {

/// On the wire: "hz1\n", four bytes with the length of the header (little end first), the header
/// `{"about":…,"parts":[length,…]}`, then the parts one after the other.
struct Frame {
  Json about = Json::object();
  std::vector<std::string> parts;
};

[[nodiscard]] std::string encode(const Frame& frame);

/// Collects the bytes of one frame as they come.
class FrameReader {
 public:
  static constexpr std::size_t max_header = 4U << 20U;
  static constexpr std::size_t max_parts = 1U << 30U;  ///< bytes of all of them

  /// False: this is no frame, and never will be one.
  [[nodiscard]] bool feed(std::string_view bytes);
  /// The frame, once it is whole. Bytes after it are ignored.
  [[nodiscard]] std::optional<Frame> take();

 private:
  [[nodiscard]] bool read_header();
  std::string bytes_;
  std::optional<Json> header_;
  std::vector<std::size_t> lengths_;
  std::size_t start_ = 0;  ///< of the parts
  std::size_t whole_ = 0;  ///< bytes of the frame, once the header is known
};

}  // namespace hz
