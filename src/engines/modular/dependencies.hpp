// Which locations must be computed again when something that all threads share has grown.
//
// The fixed point is computed by a worklist of locations, across functions: while a location is computed, the objects
// whose invariant it reads are noted (`read`), and when one of them grows later (`touch`), the location is due again.
// This only saves work: in the end all locations are computed once more, and nothing may grow then.
//
// A location reads the same object many times while it is computed, so the last reader of each object is kept apart:
// only the first of these reads is looked up.
#pragma once

#include "analysis/points_to_set.hpp"
#include "program/action.hpp"

#include <cstdint>
#include <unordered_set>
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
    readers.all.insert(current_);
  }
  void touch(analysis::AbstractObject object) {
    Readers &readers = readers_[object];
    due_.insert(readers.all.begin(), readers.all.end());
    readers = {};
  }
  /// The points that are due, which are then no longer, in no order.
  std::vector<Point> takeDue() {
    std::vector<Point> points;
    for (const std::uint64_t point : due_)
      points.emplace_back(static_cast<program::CfaId>(point >> 32U), static_cast<program::LocationId>(point));
    due_.clear();
    return points;
  }

private:
  static constexpr std::uint64_t nowhere = UINT64_MAX;
  struct Readers {
    std::uint64_t last = nowhere;
    std::unordered_set<std::uint64_t> all;
  };

  static std::uint64_t encoded(Point point) { return std::uint64_t{point.first} << 32U | point.second; }

  std::uint64_t current_ = 0;
  std::vector<Readers> readers_; // by object
  std::unordered_set<std::uint64_t> due_;
};

} // namespace heddle::engines::modular
