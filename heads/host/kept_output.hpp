// Output of a run, of which only a bounded part is kept however much there is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hz {

/// The first bytes.
class KeptHead {
 public:
  explicit KeptHead(std::size_t max) : max_(max) {}
  void add(std::string_view bytes) {
    seen_ += bytes.size();
    kept_ += bytes.substr(0, max_ - kept_.size());
  }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  [[nodiscard]] std::string take() { return std::move(kept_); }

 private:
  std::size_t max_;
  std::string kept_;
  std::uint64_t seen_ = 0;
};

/// The last bytes.
class KeptTail {
 public:
  explicit KeptTail(std::size_t max) : max_(max) {}
  void add(std::string_view bytes) {
    seen_ += bytes.size();
    kept_ += bytes.substr(bytes.size() - std::min(bytes.size(), max_));
    if (kept_.size() > 2 * max_) shorten();  // not each time, so that a byte is moved at most twice
  }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  [[nodiscard]] std::string take() {
    shorten();
    return std::move(kept_);
  }

 private:
  void shorten() { kept_.erase(0, kept_.size() - std::min(kept_.size(), max_)); }
  std::size_t max_;
  std::string kept_;
  std::uint64_t seen_ = 0;
};

}  // namespace hz
