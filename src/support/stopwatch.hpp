// Time measurement for statistics.
#pragma once

#include <chrono>

namespace heddle::support {

/// Adds the time between its construction and destruction to a sum.
class Stopwatch {
public:
  explicit Stopwatch(std::chrono::nanoseconds &sum) : sum_(sum), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { sum_ += std::chrono::steady_clock::now() - start_; }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

private:
  std::chrono::nanoseconds &sum_;
  std::chrono::steady_clock::time_point start_;
};

} // namespace heddle::support
