// What an operation that takes long tells while it works. It never prints: the head decides what becomes of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace hz {

class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  /// Something happened and is durable ("receipt b0a4629ede0b"): every head passes it on, a line each, before the
  /// operation goes on. Who reads such a line will find the thing, whatever crashes afterwards.
  virtual void happened(std::string_view line) = 0;
  /// How far it is ("events", 3000, 17000). `total` 0: not known. A head may drop it.
  virtual void reached(std::string_view what, std::uint64_t done, std::uint64_t total) = 0;
};

/// Nobody waits.
class NoProgress final : public Progress {
 public:
  void happened(std::string_view) override {}
  void reached(std::string_view, std::uint64_t, std::uint64_t) override {}
};

}  // namespace hz
