// Expected failures are values. An Error is written for the person who reads it: what happened, why, what was
// kept, and what to type next. Broken invariants are not errors: they end the process (see invariant.hpp).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hz {

/// What the caller does next decides the kind. One table (core/kernel/exit_code.hpp) turns it into an exit code.
enum class ErrorKind {
  not_well,     ///< the thing asked about is not well (1)
  usage,        ///< the request itself is wrong: unknown name, bad value (2)
  config,       ///< a settings file must be mended by a person (3)
  environment,  ///< the machine must be mended: disk full, no zone data, a newer hz is needed (4)
  unavailable,  ///< try the same call again later (5)
  conflict,     ///< somebody else was first: read again and redo the step (6)
  damaged,      ///< stored data is not what it was: stop and say so (7)
  internal,     ///< a bug of hz (70)
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string what;  ///< one sentence, no full stop: what happened, to which thing
  std::string why;   ///< the cause, if known
  std::string kept;  ///< what was kept, or not done because of it
  std::string fix;   ///< what to type or change next

  bool operator==(const Error&) const = default;
};

/// A value or an Error. Reading the side that is not there is a bug.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return error;` are what a Result is for
  Result(T value) : v_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : v_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] explicit operator bool() const { return v_.index() == 0; }
  [[nodiscard]] const T& operator*() const& { return std::get<0>(v_); }
  [[nodiscard]] T& operator*() & { return std::get<0>(v_); }
  [[nodiscard]] T&& operator*() && { return std::get<0>(std::move(v_)); }
  [[nodiscard]] const T* operator->() const { return &std::get<0>(v_); }
  [[nodiscard]] T* operator->() { return &std::get<0>(v_); }
  [[nodiscard]] const Error& error() const { return std::get<1>(v_); }

 private:
  std::variant<T, Error> v_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor): as above

  [[nodiscard]] explicit operator bool() const { return !error_; }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

inline Result<void> ok() {
  return {};
}

}  // namespace hz

#define HZ_CONCAT_INNER(a, b) a##b
#define HZ_CONCAT(a, b) HZ_CONCAT_INNER(a, b)

/// Leaves the function with the error, or goes on.
#define HZ_TRY(expr)                                          \
  do {                                                        \
    if (auto hz_try = (expr); !hz_try) return hz_try.error(); \
  } while (false)

/// HZ_TRY_ASSIGN(auto x, f()): x is the value of f(), or the function returns f()'s error.
#define HZ_TRY_ASSIGN(decl, expr)                                                       \
  auto HZ_CONCAT(hz_result_, __LINE__) = (expr);                                        \
  if (!HZ_CONCAT(hz_result_, __LINE__)) return HZ_CONCAT(hz_result_, __LINE__).error(); \
  decl = *std::move(HZ_CONCAT(hz_result_, __LINE__))
