// Configurations (s | l1, …, ln) of a multithreaded system: a shared state, and the number of threads in each local
// state. Threads have no identity, so a configuration is a multiset (section 2.3 of the paper: counter abstraction,
// which is exact here).
//
// A count may be `omega`, arbitrarily many: such a configuration represents all finite ones below it. The backward
// search uses finite configurations only; initial sets and the oracle use omegas.
//
// A finite count stays below omega: adding more threads than can be counted throws BeyondLimits, so no count is ever
// wrong. Parsers refuse such a system, and `check` answers unknown.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace heddle::coverability {

using SharedState = std::uint32_t;
using LocalState = std::uint32_t;
using Count = std::uint32_t;

constexpr Count omega = UINT32_MAX;

constexpr Count largestCount = omega - 1;

/// Thrown if something exceeds what the search can represent; what() names it.
class BeyondLimits : public std::range_error {
  using std::range_error::range_error;
};

constexpr Count add(Count a, Count b) {
  if (a == omega || b == omega)
    return omega;
  if (b > largestCount - a)
    throw BeyondLimits("more than 4294967294 threads would have to be counted in one local state");
  return a + b;
}

/// `count` threads in the local state.
struct Entry {
  LocalState local = 0;
  Count count = 0;
  auto operator<=>(const Entry &) const = default;
};

/// Sorted by local state, without entries of zero threads.
using Threads = std::vector<Entry>;

struct Configuration {
  SharedState shared = 0;
  Threads threads;

  auto operator<=>(const Configuration &) const = default;
};

Count count(std::span<const Entry> threads, LocalState local);

/// Adds threads to a local state, or removes them from it. At least as many as are removed must be present.
void increase(Threads &threads, LocalState local, Count by);
void decrease(Threads &threads, LocalState local, Count by);

/// Sets the number of threads in a local state.
void assign(Threads &threads, LocalState local, Count value);

/// a ≤ b, the order ⪯ of section 2.3 on multisets.
bool covered(std::span<const Entry> a, std::span<const Entry> b);
bool covered(const Configuration &a, const Configuration &b);

/// |v|, the number of threads; omegas are not counted.
std::uint64_t finiteDimension(std::span<const Entry> threads);

std::uint64_t hashOf(const Configuration &configuration);

struct ConfigurationHash {
  std::size_t operator()(const Configuration &configuration) const {
    return static_cast<std::size_t>(hashOf(configuration));
  }
};

} // namespace heddle::coverability
