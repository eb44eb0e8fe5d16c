// Which locations must be computed again when something that all threads share has grown.
//
// The fixed point is computed by a worklist of locations, across functions: while a location is computed, the objects
// whose invariant it reads are noted (`read`), and when one of them grows later (`touch`), the location is due again.
// This only saves work: in the end all locations are computed once more, and nothing may grow then.
#pragma once

#include "analysis/points_to_set.hpp"
#include "program/action.hpp"

#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::modular {

class Dependencies {
public:
  using Point = std::pair<program::CfaId, program::LocationId>;

  explicit Dependencies(std::size_t objects) : readers_(objects) {}

  void at(Point point) { current_ = point; }
  void read(analysis::AbstractObject object) { readers_[object].insert(current_); }
  void touch(analysis::AbstractObject object) {
    due_.insert(readers_[object].begin(), readers_[object].end());
    readers_[object].clear();
  }
  /// The points that are due, which are then no longer.
  std::set<Point> takeDue() { return std::exchange(due_, {}); }

private:
  Point current_;
  std::vector<std::set<Point>> readers_; // by object
  std::set<Point> due_;
};

} // namespace heddle::engines::modular
