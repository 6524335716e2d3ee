// Bytes that are about to be overwritten: a std::string would fill them with zeros first, which costs a fifth of
// what inflating a small object does.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace hz::git {

class Bytes {
 public:
  /// Room for `size` bytes of any content. Keeps its memory when it shrinks.
  char* reset(std::size_t size) {
    if (size > capacity_) {
      data_ = std::make_unique_for_overwrite<char[]>(size);
      capacity_ = size;
    }
    size_ = size;
    return data_.get();
  }
  void cut(std::size_t size) { size_ = size < size_ ? size : size_; }
  [[nodiscard]] char* data() { return data_.get(); }
  [[nodiscard]] std::string_view view() const { return {data_.get(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace hz::git
