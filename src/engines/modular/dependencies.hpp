// Which locations must be computed again when something that all threads share has grown.
//
// The fixed point is computed by a worklist of locations, across functions: while a location is computed, the objects
// whose invariant it reads are noted (`read`), and when one of them grows later (`touch`), the location is due again.
// This only saves work: in the end all locations are computed once more, and nothing may grow then.
//
// A location reads the same object many times while it is computed, so the last reader of each object is kept apart:
// only the first of these reads is noted. A location that is computed again is noted again; there are few of these.
#pragma once

#include "analysis/points_to_set.hpp"
#include "program/action.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::engines::modular {

class Dependencies {
public:
  using Point = std::pair<program::CfaId, program::LocationId>;

  explicit Dependencies(std::size_t objects) : readers_(objects) {}

  void at(Point point) { current_ = encoded(point); }
  void read(analysis::AbstractObject object) {
    Readers &readers = readers_[object];
    if (readers.last == current_)
      return;
    readers.last = current_;
    readers.all.push_back(current_);
    if (readers.all.size() >= 2 * readers.different + someReaders)
      readers.different = removeRepeated(readers.all);
  }
  void touch(analysis::AbstractObject object) {
    Readers &readers = readers_[object];
    due_.insert(due_.end(), readers.all.begin(), readers.all.end());
    readers.last = nowhere;
    readers.all.clear();
    readers.different = 0;
  }
  /// The points that are due, which are then no longer, in order.
  std::vector<Point> takeDue() {
    std::vector<Point> points;
    removeRepeated(due_);
    for (const std::uint64_t point : due_)
      points.emplace_back(static_cast<program::CfaId>(point >> 32U), static_cast<program::LocationId>(point));
    due_.clear();
    return points;
  }

private:
  static constexpr std::uint64_t nowhere = UINT64_MAX;
  struct Readers {
    std::uint64_t last = nowhere;
    std::vector<std::uint64_t> all;
    std::size_t different = 0; // when repeated ones were last removed
  };
  static constexpr std::size_t someReaders = 64;

  static std::size_t removeRepeated(std::vector<std::uint64_t> &points) {
    std::ranges::sort(points);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points.size();
  }

  static std::uint64_t encoded(Point point) { return std::uint64_t{point.first} << 32U | point.second; }

  std::uint64_t current_ = 0;
  std::vector<Readers> readers_; // by object
  std::vector<std::uint64_t> due_;
};

} // namespace heddle::engines::modular
