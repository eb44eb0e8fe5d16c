// Random numbers that are the same on every machine: SplitMix64, without the distributions of the standard library,
// whose results differ between implementations. Callers must not draw two numbers in the arguments of one call, because
// compilers evaluate these in different orders.
#pragma once

#include "support/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace heddle::differential {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(support::mix(seed + 1)) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return support::mix(state_);
  }
  /// A number in [0, bound). The small bias of the remainder is acceptable.
  unsigned below(std::size_t bound) { return static_cast<unsigned>(next() % bound); }
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool percent(unsigned chance) { return below(100) < chance; }

  template <typename Container> auto &pick(Container &container) { return container[below(std::size(container))]; }

private:
  std::uint64_t state_;
};

} // namespace heddle::differential
