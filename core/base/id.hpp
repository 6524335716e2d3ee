// Distinct types for distinct names: comparing a JobName with an EventId does not compile.
#pragma once

#include <compare>
#include <string>
#include <utility>

namespace hz {

/// Explicit, ordered, printable; nothing else.
template <class Tag>
class Id {
 public:
  Id() = default;
  explicit Id(std::string value) : value_(std::move(value)) {}
  [[nodiscard]] const std::string& str() const { return value_; }
  /// The first 12 characters, as people see it.
  [[nodiscard]] std::string shown() const { return value_.substr(0, 12); }
  auto operator<=>(const Id&) const = default;  // NOLINT(modernize-use-nullptr): no pointer but a 0

 private:
  std::string value_;
};

/// A visitor made of lambdas. No `auto` catch-all in folds: a new alternative must not compile until it is handled.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace hz
