// Bytes that an access may go to: `bytes` bytes from low, low + step, low + 2 * step, … and at most high on.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>

namespace heddle::engines::modular {

struct Pattern {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t step = 0; // zero: low only
  std::uint64_t bytes = 0;

  std::uint64_t end() const { return high + bytes; }
  bool isExact() const { return low == high; }
  auto operator<=>(const Pattern &) const = default;
};

inline bool mayOverlap(const Pattern &a, const Pattern &b) {
  if (a.low >= b.end() || b.low >= a.end())
    return false;
  const std::uint64_t step = std::gcd(a.isExact() ? 0 : a.step, b.isExact() ? 0 : b.step);
  if (step == 0)
    return true;
  const std::uint64_t distance = (a.low % step + step - b.low % step) % step; // of `a` after some place of `b`
  return distance < b.bytes || step - distance < a.bytes;
}

/// Both, where they have the same number of bytes.
inline Pattern join(const Pattern &a, const Pattern &b) {
  const std::uint64_t gap = a.low > b.low ? a.low - b.low : b.low - a.low;
  const std::uint64_t step = std::gcd(std::gcd(a.isExact() ? 0 : a.step, b.isExact() ? 0 : b.step), gap);
  return {std::min(a.low, b.low), std::max(a.high, b.high), step, std::max(a.bytes, b.bytes)};
}

} // namespace heddle::engines::modular
