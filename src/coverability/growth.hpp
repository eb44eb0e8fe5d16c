// The size of U over the iterations of a search, for plots like Figures 10 and 12. A long search is recorded in larger
// and larger strides, so that the record stays small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::coverability {

class Growth {
public:
  struct Point {
    std::uint64_t iteration = 0; // counted from 1
    std::uint64_t vertices = 0;
  };

  /// Called once in every iteration.
  void add(std::uint64_t vertices) {
    last_ = {last_.iteration + 1, vertices};
    if ((last_.iteration - 1) % stride_ != 0)
      return;
    if (points_.size() == mostPoints) {
      for (std::size_t i = 0; i < mostPoints / 2; ++i)
        points_[i] = points_[2 * i];
      points_.resize(mostPoints / 2);
      stride_ *= 2;
    }
    points_.push_back(last_); // its iteration is a multiple of the new stride as well, plus one
  }

  /// In the order of iterations; the last one is among them.
  std::vector<Point> points() const {
    std::vector<Point> all = points_;
    if (!all.empty() && all.back().iteration != last_.iteration)
      all.push_back(last_);
    return all;
  }

private:
  static constexpr std::size_t mostPoints = 2048;

  std::vector<Point> points_;
  Point last_;
  std::uint64_t stride_ = 1;
};

} // namespace heddle::coverability
