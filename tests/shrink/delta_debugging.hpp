// Delta debugging: the smallest form of something that is still interesting.
//
// Follows "Simplifying and Isolating Failure-Inducing Input" (Zeller, Hildebrandt, TSE 2002) for lists and "HDD:
// Hierarchical Delta Debugging" (Misherghi, Su, ICSE 2006) for trees. The thing that is shrunk is known here only as a
// tree of pieces. Each piece is whole, removed together with everything below it, or replaced by one of its
// alternatives, which are simpler forms numbered from 1. The owner of the tree turns the chosen forms into a candidate
// and tests it.
//
// Invariant: the forms that are returned have passed the test, or nothing was changed. The search is deterministic
// unless its budget ends by time.
//
// Departures from the papers: only complements are tested, never single chunks, because a chunk of a C file almost
// never compiles by itself; and chunks are removed from the last to the first, because uses come after declarations,
// so that one pass removes both.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace heddle::shrink {

/// How many candidates may be tested, and for how long.
class Budget {
public:
  explicit Budget(std::size_t tests, std::chrono::milliseconds time = std::chrono::hours(24))
      : tests_(tests), end_(std::chrono::steady_clock::now() + time) {}

  /// Pays for one test; false if the budget does not allow another one.
  bool spend();
  bool isExhausted() const { return exhausted_; }
  std::size_t spent() const { return spent_; }

private:
  std::size_t tests_;
  std::chrono::steady_clock::time_point end_;
  std::size_t spent_ = 0;
  bool exhausted_ = false;
};

using Items = std::vector<std::size_t>;

/// A subset of `items` that is interesting and, unless the budget ends, 1-minimal: without any one of its items it is
/// not interesting. The items themselves must be interesting; they are not tested again.
Items minimiseItems(Items items, const std::function<bool(const Items &)> &isInteresting, Budget &budget);

constexpr std::size_t noParent = std::numeric_limits<std::size_t>::max();

struct Piece {
  std::size_t parent = noParent; // a piece with a smaller number
  unsigned alternatives = 0;
  bool removable = true;
};

constexpr int removed = -1;
constexpr int whole = 0;
/// The form of each piece: `removed`, `whole`, or the number of an alternative.
using Forms = std::vector<int>;

/// Removes pieces level by level from the roots to the leaves, then tries alternatives, until neither changes anything.
Forms minimiseTree(const std::vector<Piece> &pieces, const std::function<bool(const Forms &)> &isInteresting,
                   Budget &budget);

} // namespace heddle::shrink
