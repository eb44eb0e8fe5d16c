// Configurations (s | l1, …, ln) of a multithreaded system: a shared state, and how many threads are in
// each local state. Threads have no identity, so a configuration is a multiset (section 2.3 of the paper:
// counter abstraction, which loses nothing here).
//
// A count may be `omega`, "as many as you like": such a configuration stands for all the finite ones
// below it. The backward search knows only finite ones; initial sets and the oracle have omegas.
//
// A finite count stays below omega: whoever adds threads throws BeyondLimits when they are too many to be counted,
// so that no count is ever wrong. Parsers refuse such a system, and `check` answers unknown.
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

/// Something is too large to go on; says what.
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

  bool operator==(const Configuration &) const = default;
};

Count count(std::span<const Entry> threads, LocalState local);

/// Adds to, or takes from, the threads in a local state. At least that many have to be there to be taken.
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
