// A value, or an error that explains why there is no value.
//
// Errors that a user can cause are returned as values (C++20 has no std::expected). The message says what is wrong,
// where, and what to do; it is printed after `heddle: error: `.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace heddle::support {

struct Error {
  std::string message;
  bool verbatim = false; // formatted by clang: printed unchanged
};

template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : content_(std::move(value)) {}
  Expected(Error error) : content_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(content_); }

  T &operator*() {
    assert(*this && "value of a failed Expected");
    return std::get<T>(content_);
  }
  const T &operator*() const {
    assert(*this && "value of a failed Expected");
    return std::get<T>(content_);
  }
  T *operator->() { return &**this; }
  const T *operator->() const { return &**this; }

  const Error &error() const {
    assert(!*this && "error of a successful Expected");
    return std::get<Error>(content_);
  }

private:
  std::variant<T, Error> content_;
};

} // namespace heddle::support
